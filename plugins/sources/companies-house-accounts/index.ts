/** Accounts that companies filed at Companies House, as figures. */
export { companiesHouseAccounts, document } from './document.ts'
export { accounts, accountsShape, type Accounts, type AccountsYear, type AskedAccounts } from './accounts.ts'
