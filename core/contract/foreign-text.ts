/**
 * Text from elsewhere: a source, a caller, a stranger's file. Some characters steer whoever reads it: controls, what
 * turns the direction of text, and invisible tags. What is taken into an answer has none of them (`stated`); terminals
 * and logs show them by their codes.
 */

/**
 * Line breaks and tabs are text; a carriage return is, before a line break or the end. U+0080 to U+009F are what is
 * left of text that was misread on its way, which a source may mend: they stay, and steer terminals alone.
 */
const steering =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\r(?!\n|$)/gu
const steersTerminals = new RegExp(`${steering.source}|[\\u0080-\\u009f]`, 'gu')

export const isPlainText = (text: string): boolean =>
  /^[\t\n -~\u00a0-\u05ff]*$/.test(text) || (text.isWellFormed() && text.search(steering) < 0)

/** Half a character, which no address and no canonical JSON can hold, becomes U+FFFD. */
export const plainText = (text: string): string => text.toWellFormed().replace(steering, '')

/** For terminals and logs: such characters by their codes as JSON writes them, so that JSON stays JSON. */
export const shownPlain = (text: string): string =>
  text.isWellFormed() && text.search(steersTerminals) < 0
    ? text
    : text
        .toWellFormed()
        .replace(steersTerminals, (found) =>
          Array.from(
            { length: found.length },
            (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
          ).join(''),
        )
