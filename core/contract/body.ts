/** The bytes of an answer, in two parts: the first is kept for other calls too, and is sent as it is kept. */
export interface Body {
  readonly kept: Buffer
  /** What belongs to one call; ASCII. */
  readonly own: string
}

export const lengthOf = ({ kept, own }: Body): number => kept.length + own.length

/** In one piece, for whoever does not send them. */
export const bytesOf = ({ kept, own }: Body): Buffer => Buffer.concat([kept, Buffer.from(own, 'latin1')])

/** Of bytes that are one piece already. */
export const whole = ({ buffer, byteOffset, byteLength }: Uint8Array): Body => ({
  kept: Buffer.from(buffer, byteOffset, byteLength),
  own: '',
})
