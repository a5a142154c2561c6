/**
 * What the engine hands over and what the verifier seals are declared apart, because auditors install the verifier
 * alone. `tsc` fails where one of them changes without the other.
 */
import type { Ask, AskOutcome, Form, Opened, Sealable, SealedAsk, SealedOutcome } from '@domesday/verify'
import type { KeptAsk, Outcome, Provenance } from '../../core/contract/evidence.ts'
import type { Replayable } from '../../plugins/surfaces/parts/replay.ts'
import type { Reason } from '../../core/contract/upstream.ts'

type Members<T> = { [K in keyof T]: T[K] }
type Same<A, B> =
  (<T>() => T extends Members<A> ? 1 : 2) extends <T>() => T extends Members<B> ? 1 : 2
    ? true
    : { readonly differs: readonly [Members<A>, Members<B>] }

type None = 'nothing' | 'no_such' | 'ambiguous' | 'not_covered'
/** What comes with an outcome of this kind. */
type With<O, Kind extends None> = O extends { readonly none: infer N }
  ? Kind extends N
    ? Omit<O, 'none'>
    : never
  : never
/** The kinds of a union of outcomes: those of `none`, and the first member of the others. */
type Kinds<O> = O extends { readonly none: infer N } ? N : O extends { readonly gap: unknown } ? 'gap' : keyof O
type OfKind<O, Kind extends string> = Extract<O, Readonly<Record<Kind, unknown>>>

export const sealedIsWhatIsHandedOver: readonly [
  Same<Omit<Provenance, 'asks' | 'answer' | 'depth'>, Omit<Sealable, 'asks' | 'answer' | 'depth'>>,
  Same<Omit<Provenance['answer'], 'verdict'>, Sealable['answer']>,
  Same<Omit<KeptAsk, 'outcome'>, Omit<Ask, 'outcome'>>,
  Same<{ kinds: Kinds<Outcome> }, { kinds: Kinds<AskOutcome> }>,
  Same<OfKind<Outcome, 'value'>, OfKind<AskOutcome, 'value'>>,
  Same<With<Outcome, 'nothing'>, With<AskOutcome, 'nothing'>>,
  Same<With<Outcome, 'no_such'>, With<AskOutcome, 'no_such'>>,
  Same<With<Outcome, 'ambiguous'>, With<AskOutcome, 'ambiguous'>>,
  Same<With<Outcome, 'not_covered'>, With<AskOutcome, 'not_covered'>>,
  // The verifier reads packs of services with other reasons.
  Same<OfKind<Outcome, 'gap'>, Omit<OfKind<AskOutcome, 'gap'>, 'gap'> & { readonly gap: Reason }>,
  Same<Pick<Provenance, 'depth'>, Pick<Sealable, 'depth'>>,
] = [true, true, true, true, true, true, true, true, true, true, true]

type Named<T> = { name: keyof T }

/** Each member that is handed over has its place in the form, and comes back when the pack is opened. */
export const formIsWhatIsSealed: readonly [
  Same<Named<Omit<Form, 'format' | 'settings_hash'>>, Named<Omit<Sealable, 'settingsHash'>>>,
  Same<Named<SealedAsk>, Named<Ask>>,
  Same<{ kinds: Kinds<SealedOutcome> }, { kinds: Kinds<AskOutcome> }>,
  Same<Opened['gathering']['asks'][number], Omit<Ask, 'outcome'> & { readonly outcome: AskOutcome | null }>,
  Same<Named<Omit<Opened['gathering'], 'asks'>>, Named<Omit<Sealable, 'asks' | 'answer'>>>,
  Same<
    Named<Omit<Replayable, 'isAnswer'>>,
    Named<Pick<Opened['gathering'], 'asked' | 'depth' | 'include' | 'now' | 'settings' | 'asks'>>
  >,
] = [true, true, true, true, true, true]
