/** Code samples for the same request: shell, JavaScript and Python. */
import { copyButton, h, newId } from './dom.js'

const secret = 'DOMESDAY_KEY'
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", `'\\''`)}'`

/** @param {string} url @param {string | null} key the key itself, or null for the name of a variable that holds it */
export const samplesOf = (url, key) => ({
  curl: `curl -H ${key === null ? `"Authorization: Bearer $${secret}"` : quoted(`Authorization: Bearer ${key}`)} \\\n  ${quoted(url)}`,
  JavaScript: `const answer = await fetch(${JSON.stringify(url)}, {
  headers: { authorization: ${key === null ? `\`Bearer \${process.env.${secret}}\`` : JSON.stringify(`Bearer ${key}`)} },
})
if (!answer.ok) throw new Error((await answer.json()).detail)
const { data, _meta } = await answer.json()`,
  Python: `import json${key === null ? ', os' : ''}, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    headers={"Authorization": ${key === null ? `"Bearer " + os.environ["${secret}"]` : JSON.stringify(`Bearer ${key}`)}},
)
with urllib.request.urlopen(request) as answer:
    body = json.load(answer)
data, meta = body["data"], body["_meta"]`,
})

/** @param {string} url @param {() => string | null} keyNow */
export const codeView = (url, keyNow) => {
  const id = newId('with-key'),
    host = h('div', {})
  const withKey = h('input', { type: 'checkbox', id, onchange: () => show() })
  const show = () =>
    host.replaceChildren(
      ...Object.entries(samplesOf(url, withKey.checked ? keyNow() : null)).map(([language, text]) =>
        h(
          'section',
          { class: 'sample' },
          h(
            'div',
            { class: 'sample-head' },
            h('h3', {}, language),
            copyButton(() => text),
          ),
          h('pre', { tabindex: 0, 'aria-label': `The call in ${language}` }, text),
        ),
      ),
    )
  show()
  return h(
    'div',
    { class: 'code-view' },
    h(
      'p',
      {},
      withKey,
      ' ',
      h('label', { for: id }, 'Write my key into them'),
      h('span', { class: 'small muted' }, ` (otherwise they read it from ${secret})`),
    ),
    host,
  )
}

/** JSON with syntax colouring. @param {unknown} value */
export const jsonView = (value) => {
  const text = JSON.stringify(value, null, 2)
  const pieces = text.split(
    /("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/,
  )
  const kind = (/** @type {string} */ piece, /** @type {string | undefined} */ after) => {
    if (piece.startsWith('"')) return after?.trimStart().startsWith(':') ? 'json-key' : 'json-text'
    return piece === 'null' ? 'json-null' : 'json-value'
  }
  return h(
    'div',
    { class: 'json-view' },
    copyButton(() => text, 'Copy JSON'),
    h(
      'pre',
      { tabindex: 0, 'aria-label': 'The answer as JSON' },
      pieces.map((piece, i) => (i % 2 === 0 ? piece : h('span', { class: kind(piece, pieces[i + 1]) }, piece))),
    ),
  )
}
