/** Whether an address can be one of an engine: it has a password in it, of which nothing is shown. */

/** In sentences; none where it can be used. */
export const addressFaults = (address: string): readonly string[] => {
  const [, authority, rest] = /^(?:rediss?|valkeys?):\/\/([^/?#\s]+)(.*)$/.exec(address) ?? []
  if (authority === undefined || !URL.canParse(address))
    return ["VALKEY_URL must be an address such as 'redis://127.0.0.1:6379'"]
  // The host would be read from before the sign, and shown: it is a part of the password.
  return rest!.includes('@')
    ? ["VALKEY_URL has a '@' behind its host: write / ? # and @ of a password as %2F %3F %23 and %40"]
    : []
}
