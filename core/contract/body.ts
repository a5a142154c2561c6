/** The bytes of an answer in two parts: the first is cached and shared between calls. */
export interface Body {
  readonly cached: Buffer
  /** The members of this call; ASCII. */
  readonly own: string
}

export const lengthOf = ({ cached, own }: Body): number => cached.length + own.length

/** In one piece, for callers that do not send it. */
export const bytesOf = ({ cached, own }: Body): Buffer => Buffer.concat([cached, Buffer.from(own, 'latin1')])

/** A body of bytes that are in one piece already. */
export const wholeBody = ({ buffer, byteOffset, byteLength }: Uint8Array): Body => ({
  cached: Buffer.from(buffer, byteOffset, byteLength),
  own: '',
})
