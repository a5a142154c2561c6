/** Subjects of the sample data that demonstrate failures. */

/** @typedef {import('./types').Endpoint} Endpoint */

/** Subjects that do not exist, by parameter. */
const unknown = /** @type {Record<string, string>} */ ({
  postcode: 'ZZ9 9ZZ',
  identifier: '99999999',
  name_or_id: 'Nobody Known',
  registration: 'ZZ99NIL',
  commodity: '9999999999',
})

/** Names that several subjects have, by parameter. */
const shared = /** @type {Record<string, string>} */ ({ identifier: 'Trenwardle', name_or_id: 'Bertolt Kingscave' })

/**
 * The values to fill in, with a label; none outside the sandbox.
 * @param {Endpoint} endpoint
 * @returns {{ words: string, values: Record<string, string> }[]}
 */
export const failingExamples = ({ params }) => {
  const name = params.find((parameter) => parameter.in === 'path')?.name
  if (!name || document.documentElement.dataset.mode !== 'sandbox') return []
  return [
    { words: 'An unknown one', subject: unknown[name] },
    { words: 'A name that several have', subject: shared[name] },
  ].flatMap(({ words, subject }) =>
    subject === undefined ? [] : [{ words: `${words}: ${subject}`, values: { [name]: subject } }],
  )
}
