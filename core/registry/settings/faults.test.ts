import { describe, expect, it } from 'vitest'
import { projectFiles, project } from '../../../test/support/settings-project.ts'

const waterFile = 'config/endpoints/water.yaml'
const policeFile = 'config/sources/police-uk.yaml'
const serviceFile = 'config/service.yaml'
const service = (yaml: string) => `${projectFiles[serviceFile]}${yaml}`

/** What is written, and every line that `config check` prints for it. */
const cases: readonly (readonly [what: string, file: string, text: string, ...lines: string[]])[] = [
  // keys
  [
    'an unknown key',
    waterFile,
    'score:\n  wieghts: { overflows: 1 }\n',
    "2:3  unknown key 'wieghts'; did you mean 'weights'?",
  ],
  [
    'an unknown key like no other',
    waterFile,
    'deadline: 9s\ncolour: red\n',
    "2:1  unknown key 'colour'; known keys: credits, usd, deadline, cache, examples, beyond, score, settings",
  ],
  ['an unknown depth', waterFile, 'credits:\n  standrad: 3\n', "2:3  unknown key 'standrad'; did you mean 'standard'?"],
  [
    'a missing key in a list',
    waterFile,
    'score:\n  bands:\n    - { from: 0, rating: LOW, advice: No. }\n',
    "3:7  missing key 'recommendation' in score.bands[0]",
    "3:31  unknown key 'advice'; known keys: from, rating, recommendation",
  ],
  [
    'a missing key beside its misspelling',
    serviceFile,
    'endpiont: [water]\n',
    "1:1  missing key 'endpoints' (is 'endpiont' meant?)",
    "1:1  unknown key 'endpiont'; did you mean 'endpoints'?",
  ],
  [
    'a missing key in a map',
    serviceFile,
    service('limits:\n  per_key: 5\n'),
    '3:12  limits.per_key must be a map, not 5',
  ],
  [
    'a duplicate key',
    waterFile,
    'deadline: 8s\ncredits: { full: 5 }\ndeadline: 9s\n',
    "3:1  duplicate key 'deadline', already on line 1",
  ],
  [
    'a price for the wrong form',
    'config/endpoints/vehicle.yaml',
    'credits: { full: 5 }\n',
    "1:12  unknown key 'full'; known keys: flat",
  ],
  [
    'a price for what is not sold by the call',
    'config/endpoints/vehicle.yaml',
    'usd: { flat: 0.05 }\n',
    "1:1  unknown key 'usd': its declaration has no tool: '…', as which an endpoint is sold by the call",
  ],
  [
    'a score where there is none',
    'config/endpoints/vehicle.yaml',
    'score: {}\n',
    "1:1  unknown key 'score': its declaration has no score of its own",
  ],
  // values
  [
    'a fraction of a credit',
    waterFile,
    'credits: { full: 4.5 }\n',
    '1:18  credits.full must be a whole number, not 4.5',
  ],
  ['a negative price', waterFile, 'credits: { full: -1 }\n', '1:18  credits.full must be at least 0, not -1'],
  ['a price in words', waterFile, 'credits: { full: four }\n', "1:18  credits.full must be a whole number, not 'four'"],
  [
    'less than a micro-dollar',
    waterFile,
    'usd: { full: 0.0000001 }\n',
    '1:14  usd.full may have at most 6 decimals, not 1e-7',
  ],
  [
    'a duration without unit',
    waterFile,
    'deadline: 8\n',
    '1:11  deadline must be a duration above 0, such as 500ms, 8s, 15m, 24h or 7d, not 8',
  ],
  [
    'a deadline of no time',
    waterFile,
    'deadline: 0s\n',
    "1:11  deadline must be a duration above 0, such as 500ms, 8s, 15m, 24h or 7d, not '0s'",
  ],
  [
    'a deadline beyond the longest answer',
    waterFile,
    'deadline: 13s\n',
    "1:11  deadline must be at most 12s, not '13s'",
  ],
  ['nothing after a key', waterFile, 'score:\n', '1:7  score must be a map, not empty'],
  [
    'an example that is no path',
    waterFile,
    'examples: { water: A river. }\n',
    "1:13  key 'water' must be a path that begins with /",
  ],
  [
    'a setting beyond its shape',
    waterFile,
    'settings:\n  radius_km: 50\n',
    '2:14  settings.radius_km must be at most 20, not 50',
  ],
  [
    'a number for text',
    waterFile,
    'settings:\n  label: 5\n',
    '2:10  settings.label must be text, not 5; put it in quotes',
  ],
  [
    'a word that is not of the list',
    serviceFile,
    service('log: { level: inof }\n'),
    "2:15  log.level must be one of fatal, error, warn, info, debug, trace, silent, not 'inof'; did you mean 'info'?",
  ],
  [
    'a number for a word of a list',
    serviceFile,
    service('log: { level: 3 }\n'),
    '2:15  log.level must be one of fatal, error, warn, info, debug, trace, silent, not 3',
  ],
  [
    'a text read as a number',
    serviceFile,
    service('http: { host: 0x00 }\n'),
    '2:15  http.host must be an address or host name to listen on, not 0',
  ],
  [
    'a limit longer than a timer',
    serviceFile,
    service('limits: { keys_per_address: { calls: 2, per: 30d } }\n'),
    "2:46  limits.keys_per_address.per must be at most 24d, not '30d'",
  ],
  [
    'a limit over no time',
    serviceFile,
    service('limits: { per_key: { calls: 2, per: 0s } }\n'),
    "2:37  limits.per_key.per must be a duration above 0, such as 500ms, 8s, 15m, 24h or 7d, not '0s'",
  ],
  [
    'proxies that are no addresses',
    serviceFile,
    service('http:\n  trust_proxy: [10.0.0.0/8, 10.0.0.0/99, 999.1.1.1, "::1/129"]\n'),
    "3:29  '10.0.0.0/99' is no address or range of addresses",
    "3:42  '999.1.1.1' is no address or range of addresses",
    "3:53  '::1/129' is no address or range of addresses",
  ],
  [
    'an origin that is none',
    serviceFile,
    service('cors: { origins: ["*", "https://a.example:99999"] }\n'),
    "2:24  'https://a.example:99999' is no origin",
  ],
  [
    'a name twice',
    serviceFile,
    'endpoints:\n  - water\n  - vehicle\n  - water\n',
    "4:5  endpoints lists 'water' twice",
  ],
  ['an empty list', serviceFile, 'endpoints: []\n', '1:1  endpoints must not be empty'],
  // scores
  [
    'weights that do not sum to 1',
    waterFile,
    'deadline: 9s\nscore:\n  weights:\n    overflows: 0.55\n',
    '3:3  weights sum to 1.05, not 1',
  ],
  [
    'weights that nearly sum to 1',
    waterFile,
    'score: { weights: { overflows: 0.500002 } }\n',
    '1:10  weights sum to 1.000002, not 1',
  ],
  [
    'a weight above 1',
    waterFile,
    'score: { weights: { overflows: 1.5 } }\n',
    '1:10  weights sum to 2, not 1',
    '1:32  score.weights.overflows must be at most 1, not 1.5',
  ],
  [
    'a misspelt factor',
    waterFile,
    'score: { weights: { overflow: 0.5 } }\n',
    "1:21  unknown key 'overflow'; did you mean 'overflows'?",
  ],
  [
    'a curve that goes back',
    waterFile,
    'score:\n  curves: { overflows: [[0, 100], [5, 50], [5, 0]] }\n',
    '2:45  the curve of overflows must go from left to right: 5 comes after 5',
  ],
  [
    'advice on what is no factor, and by a word that its curve has not',
    waterFile,
    'score:\n  advice: { bathign: { Poor: No. }, bathing: { Bad: No., Excelent: Yes. } }\n',
    "2:13  unknown key 'bathign'; did you mean 'bathing'?",
    "2:48  unknown key 'Bad'; known keys: Excellent, Good, Poor",
    "2:58  unknown key 'Excelent'; did you mean 'Excellent'?",
  ],
  [
    'advice by other steps than its curve, and backwards',
    waterFile,
    'score:\n  advice: { overflows: { Good: No. }, ecology: [[5, No.], [0, Yes.]] }\n',
    '2:13  the advice on overflows goes by other steps than its curve',
    '2:60  the advice on ecology must go from left to right: 0 comes after 5',
  ],
  [
    'a curve of one point',
    waterFile,
    'score:\n  curves: { overflows: [[0, 100]] }\n',
    '2:13  score.curves.overflows must be a list of at least two [metric, points], or points by word',
  ],
  [
    'a curve beyond 100 points',
    waterFile,
    'score:\n  curves: { overflows: [[0, 101], [5, 0]], bathing: { Good: -5 } }\n',
    '2:29  score.curves.overflows[0][1] must be at most 100, not 101',
    '2:61  score.curves.bathing.Good must be at least 0, not -5',
  ],
  [
    'a curve that is neither',
    waterFile,
    'score:\n  curves: { overflows: 5 }\n',
    '2:24  score.curves.overflows must be a list of at least two [metric, points], or points by word, not 5',
  ],
  [
    'a factor that can change and is none, by a step that is none',
    waterFile,
    'score:\n  actionable: { overflow: 1, bathing: 0 }\n',
    "2:17  unknown key 'overflow'; did you mean 'overflows'?",
    '2:39  score.actionable.bathing must be more than 0, not 0',
  ],
  [
    'factors that can change of another form',
    waterFile,
    'score:\n  actionable: 5\n',
    '2:15  score.actionable must be factors, each with the least step of its metric, such as 1, or a list of factors that take whole steps, not 5',
  ],
  [
    'bands that ascend, and do not end at 0',
    waterFile,
    'score:\n  bands:\n    - { from: 5, rating: A, recommendation: a }\n    - { from: 60, rating: "", recommendation: b }\n',
    '4:15  bands must descend: 60 comes after 5',
    '4:15  the last band must start from 0, not 60',
    '4:27  score.bands[1].rating must not be empty',
  ],
  [
    'a least weight above 1',
    waterFile,
    'score: { minimum_weight: 30 }\n',
    '1:26  score.minimum_weight must be at most 1, not 30',
  ],
  [
    'weights of a score package',
    'config/scores/distress.yaml',
    'weights: { filings: 0.7 }\n',
    '1:1  weights sum to 1.1, not 1',
  ],
  // sources
  [
    'tries that take too long',
    policeFile,
    'tries: 4\ntimeout: 5s\n',
    '2:10  timeout 5s × 4 tries is 20s, more than the 15s after which nobody waits for an answer',
  ],
  ['an unknown operation', policeFile, 'ttl: { crime: 1d }\n', "1:8  unknown key 'crime'; did you mean 'crimes'?"],
  [
    'an address of another kind',
    policeFile,
    'base: ftp://x\n',
    "1:7  base must be an address that begins with https:// or http://, not 'ftp://x'",
  ],
  [
    'a size without unit',
    policeFile,
    'max_bytes: 8\n',
    '1:12  max_bytes must be a size such as 300kB, 8MB or 2GB, not 8',
  ],
  [
    'a dataset key on a live source',
    policeFile,
    'refresh: 7d\n',
    "1:1  unknown key 'refresh'; known keys: base, hosts, timeout, tries, rate, concurrency, ttl, stale_for, breaker, max_bytes",
  ],
  [
    'an answer that is kept for longer than its terms allow',
    policeFile,
    'stale_for: 31d\n',
    '1:12  ttl 30d and stale_for 31d keep an answer for 61d, more than the 60d that its terms allow',
  ],
  [
    'an answer that is fresh for longer than its terms allow',
    policeFile,
    'ttl: { newest: 1441h }\nstale_for: 0s\n',
    '1:16  ttl 1441h and stale_for 0s keep an answer for 1441h, more than the 60d that its terms allow',
  ],
  [
    'an import that is kept for longer than its terms allow',
    'config/sources/gias.yaml',
    'refresh: 31d\n',
    '1:10  refresh 31d keeps an import for so long, more than the 30d that its terms allow',
  ],
  // environment
  [
    'a variable that is not set',
    waterFile,
    'deadline: 9s\ncredits:\n  full: ${PRICE}\n',
    '3:9  environment variable PRICE is not set, and there is no fallback (${PRICE:-…})',
  ],
  [
    'a reference that is none',
    waterFile,
    'settings: { label: "${not a name}" }\n',
    "1:20  '${' begins a reference: write ${NAME}, ${NAME:-fallback}, or $${ for the characters",
  ],
  // syntax
  ['a list that is not closed', waterFile, 'credits: { full: 5 }\nscore: [\n', expect.stringMatching(/^3:1 {2}\S/)],
  ['a tab for indentation', waterFile, 'credits:\n\tfull: 5\n', '2:1  tabs are not allowed as indentation'],
  [
    'two documents in one file',
    waterFile,
    'deadline: 9s\n---\ndeadline: 8s\n',
    expect.stringMatching(/^2:1 {2}source contains multiple documents/),
  ],
  ['a list for a file', waterFile, '- deadline\n', '1:1  the file must hold a map of settings, not a list'],
  [
    'a tag',
    waterFile,
    'deadline: !!binary aGk=\n',
    expect.stringMatching(/^1:11 {2}unresolved tag/),
    "1:20  deadline must be a duration above 0, such as 500ms, 8s, 15m, 24h or 7d, not 'aGk='",
  ],
  ['an alias of nothing', waterFile, 'credits:\n  full: *price\n', '2:9  there is no anchor &price above this'],
  [
    'an alias inside its own anchor',
    waterFile,
    'credits: &c\n  full: *c\n',
    '2:9  an alias stands inside its own anchor',
  ],
]

describe('faults', () => {
  it.each(cases)('%s', (_, file, text, ...lines) => {
    const found = project({ [file]: text }).faults()
    const prefix = `${file}:`
    expect(found.every((line) => line.startsWith(prefix))).toBe(true)
    expect(found.map((line) => line.slice(prefix.length))).toEqual(lines)
  })

  it('points into the defaults where the fault is theirs', () => {
    const defaults = 'plugins/endpoints/vehicle/defaults.yaml'
    expect(project({ [defaults]: 'credits: { flat: -1 }\n' }).faults()).toEqual([
      `${defaults}:1:1  missing key 'deadline'`,
      `${defaults}:1:18  credits.flat must be at least 0, not -1`,
    ])
    expect(project({ [defaults]: null }).faults()).toEqual([`${defaults}:1:1  there is no such file`])
  })

  it('lets an override mend what the defaults have wrong', () => {
    expect(
      project({
        'plugins/endpoints/vehicle/defaults.yaml': 'credits: { flat: -1 }\ndeadline: 8s\n',
        'config/endpoints/vehicle.yaml': 'credits: { flat: 3 }\n',
      }).faults(),
    ).toEqual([])
  })

  it('tells all faults of all files at once; a syntax error in one hides none in another', () => {
    const { faults } = project({
      [waterFile]: 'deadline: 20s\nscore:\n  weights: { overflows: 0.6 }\n',
      'config/endpoints/vehicle.yaml': 'credits: { flat: [\n',
      'config/scores/distress.yaml': 'minimum_weight: 2\n',
      [serviceFile]: service('http: { port: 99999 }\n'),
    })
    expect(faults()).toEqual([
      expect.stringMatching(/^config\/endpoints\/vehicle\.yaml:2:1 {2}/),
      `${waterFile}:1:11  deadline must be at most 12s, not '20s'`,
      `${waterFile}:3:3  weights sum to 1.1, not 1`,
      'config/scores/distress.yaml:1:17  minimum_weight must be at most 1, not 2',
      `${serviceFile}:2:15  http.port must be at most 65535, not 99999`,
    ])
  })

  it('refuses files that nothing reads', () => {
    const { faults } = project({
      'config/endpoints/watr.yaml': '',
      'config/endpoints/quite-other.yaml': '',
      'config/sources/police_uk.yaml': '',
      'config/scores/director.yaml': '',
      'config/endpoint/water.yaml': '',
      'config/servce.yaml': '',
      'config/endpoints/vehicle.yml': '',
      'config/README.md': '',
      'config/endpoints/.water.yaml.swp': '',
      'config/endpoints/water.yaml~': '',
    })
    expect(faults()).toEqual([
      "config/endpoint/water.yaml:1:1  nothing reads this file; did you mean 'endpoints/water.yaml'?",
      "config/endpoints/quite-other.yaml:1:1  no endpoint 'quite-other' is loaded; loaded: water, vehicle",
      "config/endpoints/vehicle.yml:1:1  nothing reads this file; did you mean 'endpoints/vehicle.yaml'?",
      "config/endpoints/watr.yaml:1:1  no endpoint 'watr' is loaded; did you mean 'water'?",
      "config/scores/director.yaml:1:1  no score 'director' is loaded; loaded: distress",
      "config/servce.yaml:1:1  nothing reads this file; did you mean 'service.yaml'?",
      "config/sources/police_uk.yaml:1:1  no source 'police_uk' is loaded; did you mean 'police-uk'?",
    ])
  })

  it('expands aliases, but no more than a hundred copies', () => {
    expect(
      project({ [waterFile]: 'credits: { summary: &n 7, standard: *n, full: *n }\n' })
        .read()
        .settings.get('endpoint:water'),
    ).toMatchObject({ credits: { summary: 7, standard: 7, full: 7 } })
    const layers = [...'bcdefghi'].map(
      (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(', ')}]\n`,
    )
    expect(project({ [waterFile]: `a: &a [x, x, x]\n${layers.join('')}` }).faults()).toEqual([
      `${waterFile}:2:8  aliases repeat too much: at most 100 copies are made`,
    ])
  })

  it('names a settings file that cannot be read', () => {
    const { faults } = project({ 'config/endpoints/water.yaml/inner.txt': '' })
    expect(faults()).toEqual([`${waterFile}:1:1  cannot be read: EISDIR`])
  })
})
