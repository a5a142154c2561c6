/**
 * The report for 2024 on GOV.UK: its list of pages, and a page for each company of `ratings.yaml`. The report for 2025
 * is not published yet.
 */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

const companies = yamlRows<readonly [name: string, ...stars: number[]]>(import.meta.dirname, 'ratings.yaml')
const first = 2021
const descriptions = [
  '',
  'Poor performing company',
  'Company requires improvement',
  'Good company',
  'Industry leading company',
]

const publication =
  '/government/publications/water-and-sewerage-companies-in-england-environmental-performance-report-2024'
const pageOf = (name: string): string =>
  `${publication}/${name.toLowerCase().replaceAll(' ', '-')}-epa-data-report-2024`
const published = {
  publishing_app: 'whitehall',
  first_published_at: '2025-10-23T00:15:00.000+01:00',
  public_updated_at: '2025-10-23T00:15:00.000+01:00',
  locale: 'en',
}

const attachment = (title: string, url: string): object => ({ attachment_type: 'html', id: '9900001', title, url })
const report = {
  base_path: publication,
  document_type: 'research',
  schema_name: 'publication',
  title: 'Water and sewerage companies in England: environmental performance report 2024',
  ...published,
  details: {
    attachments: [
      attachment(
        'Water and sewerage companies in England: environmental performance report for 2024',
        `${publication}/water-and-sewerage-companies-in-england-environmental-performance-report-for-2024`,
      ),
      ...companies.map(([name]) => attachment(`${name} EPA data report 2024`, pageOf(name))),
    ],
  },
}

const rowOf = (stars: number, i: number): string =>
  `<tr>\n<td>${first + i}</td>\n<td>${stars} ${stars === 1 ? 'star' : 'stars'}</td>\n<td>${descriptions[stars]}</td>\n</tr>`

const page = ([name, ...stars]: (typeof companies)[number]): object => ({
  base_path: pageOf(name),
  document_type: 'html_publication',
  schema_name: 'html_publication',
  title: `${name} EPA data report 2024`,
  ...published,
  details: {
    body: `<div class="govspeak"><p>This report provides company specific data and information on the Environmental Performance Assessment (<abbr title="Environmental Performance Assessment">EPA</abbr>) metrics.</p>
<h2 id="epa-metric-status-and-performance-star-rating">1. <abbr title="Environmental Performance Assessment">EPA</abbr> metric status and performance star rating</h2>
<table>\n<thead>\n<tr>\n<th scope="col">Year</th>\n<th scope="col">Overall <abbr title="Environmental Performance Assessment">EPA</abbr> star rating (out of 4)</th>
<th scope="col">Star rating description</th>\n</tr>\n</thead>\n<tbody>\n${stars.map(rowOf).join('\n')}\n</tbody>\n</table>
<table>\n<thead>\n<tr>\n<th scope="col">Year</th>\n<th scope="col">2023</th>\n<th scope="col">2024</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>EPA status</td>\n<td>amber</td>\n<td>amber</td>\n</tr>\n</tbody>\n</table></div>`,
  },
})

export const answer: SampleAnswer = ({ path }) => {
  const [, place] = /^\/api\/content(\/.*)$/.exec(path) ?? []
  if (place === undefined) return null
  if (place === publication) return { json: report }
  const company = companies.find(([name]) => place === pageOf(name))
  return company
    ? { json: page(company) }
    : {
        status: 404,
        type: 'text/html; charset=utf-8',
        text: '<!DOCTYPE html><html lang="en"><title>Page not found - GOV.UK</title></html>',
      }
}
