/** Types of the service's answers and of the page. */
export type Depth = 'summary' | 'standard' | 'full'
export type Tone = 'good' | 'fair' | 'bad' | 'neutral'

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  'x-unit'?: string
  /** The kind of subject that a value names. */
  'x-subject'?: string
  'x-tones'?: Partial<Record<'good' | 'fair' | 'bad', unknown[]>>
  'x-drawn'?: Drawn
  /** What codes mean. */
  'x-words'?: Record<string, string>
}
/** The picture that a plugin declares: `as`, and the fields that play a part in it. */
export type Drawn = { as: string } & Partial<Record<string, string | string[]>>

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}
export interface Band {
  from: number
  rating: string
  recommendation: string
}
export type Curve = [number, number][] | Record<string, number>
/** A gate: a fact that overrides the sum of the factors. */
export interface Gate {
  when: string
  score?: 'unrated' | { at_least?: number; at_most?: number; exactly?: number }
  confidence?: { at_most: string }
  provisional?: boolean
}
export interface ScoreEntry {
  path: string
  doubt_path: string | null
  weights: Record<string, number>
  curves: Record<string, Curve>
  spreads: Record<string, number>
  gates: Record<string, Gate>
  bands: Band[]
  /** Which end of the scale is the serious one. */
  grave: 'high' | 'low'
  minimum_weight: number
  /** Whether time alone changes it. */
  ahead: boolean
  /** Factors that the subject itself can change. */
  actionable: string[]
}

export interface Endpoint {
  id: string
  title: string
  summary: string
  path: string
  /** Its kind of subject, and the parameter that names one; null if it is about nothing in particular. */
  subject: { kind: string; parameter: string } | null
  params: Parameter[]
  prices: { credits: Partial<Record<Depth | 'flat', number>>; usd: Partial<Record<Depth | 'flat', number>> | null }
  tool: string | null
  sections: { name: string; from: Depth; sources: string[] }[]
  score: ScoreEntry | null
  examples: string[]
  ready: boolean
  missing: { source: string; reason: string; env: string[] }[]
}

export interface Source {
  id: string
  title: string
  licence: string
  attribution: string
  coverage: string
  env: string[]
  signup: string | null
  ready: boolean
}
/** A kind of subject: what look-ups are about. */
export interface Kind {
  id: string
  title: string
  /** What identifies one, such as a company number. */
  forms: { title: string; pattern: string; compact?: boolean }[]
  /** What other text may be taken for: `as a company’s name`. */
  named: string | null
}
export interface Catalogue {
  version: string
  kinds: Kind[]
  endpoints: Endpoint[]
  sources: Source[]
}

/** What a source lacks for one reason, and all sections that lack it. */
export interface Gap {
  source: string
  reason: string
  sections: string[]
  /** In sentences, for a reader. */
  detail: string
  retry_after_s?: number
}
export interface Meta {
  credits_charged: number
  sources: string[]
  depth: Depth
  request_id: string
  /** Missing in an answer that was stored by an earlier release. */
  as_at?: string
  as_of: Record<string, string>
  missing: { section: string; source: string; reason: string; retry_after_s?: number }[]
  /** Missing in an answer that was stored by an earlier release. */
  gaps?: Gap[]
  /** Missing in an answer that was stored by an earlier release. */
  beyond?: string[]
  attribution: string[]
  settings: string
  matched?: { asked: string; chosen: string; candidates: string[] }
  sandbox?: boolean
  /** The id of what the answer was made from; null where none is kept. */
  evidence?: string | null
}
export type Row = Record<string, unknown>
export interface Answer {
  data: Row
  _meta: Meta
}

export interface Candidate {
  id: string
  path: string
  label: string
  kind: string
  status?: string
  since?: string
  address?: string
  born?: string
  appointments?: number
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  request_id: string
  errors?: { parameter: string; detail: string; allowed?: unknown[] }[]
  suggestions?: Candidate[]
  candidates?: Candidate[]
  credits_required?: number
  balance?: number
  retry_after_s?: number
}

export interface Signal {
  factor: string
  contribution: number | null
  weight: number
  points: number | null
  /** The fewest and the most possible points, if the factor is partly known or unknown. */
  points_between?: [number, number]
  detail: string
}
export interface Bounds {
  low: number
  high: number
}
/** A score in an answer, whatever the key of its factors. */
export interface Scored {
  score: number | null
  rating: string | null
  confidence?: string
  recommendation?: string
  signals: Signal[]
  /** Factors that the answer describes in words only. */
  sentences: string[]
  bounds?: Bounds
  possible_ratings?: string[]
  override?: { score: number | null; reason: string; also: string[] }
}
/** The verdict of a report, with its reasons and other possible verdicts. */
export interface Verdict {
  word: string
  possible: string[]
  because: string[]
}

/** From the OpenAPI document: the schema of `data`, and a sentence for each example. */
export interface Described {
  schema: Schema
  examples: Record<string, string>
}

export interface Account {
  id: string
  balance: number
  held: number
  ledger: {
    at: string
    kind: string
    amount: number
    balance: number
    request_id: string | null
    endpoint: string | null
    depth: string | null
    /** Whom or what was asked about; null where the service kept it no longer. */
    subject: string | null
  }[]
}

/** The context of a value: what views need to know about its answer. */
export interface Context {
  at: { lat: number; lng: number } | null
  /** The day of the answer; of sample data the day that it is of. */
  today: string
}
