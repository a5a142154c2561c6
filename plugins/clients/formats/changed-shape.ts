/** The answer has another shape than what its operation declares. */
export class ChangedShape extends TypeError {
  readonly field: string
  constructor(field: string) {
    super(`there is no ${field} in it`)
    this.name = 'ChangedShape'
    this.field = field
    // It is about the answer: frames would lead into this file, which nobody has to mend.
    this.stack = `${this.name}: ${this.message}`
  }
}
