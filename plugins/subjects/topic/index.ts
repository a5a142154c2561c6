/** A topic in words, which law, funding and tenders are searched by. */
import { phrase, subject, type About } from '@domesday/core'

/** The parameter that names the topic. */
export const topic = (about: About) => subject({ id: 'topic', title: 'A topic', named: 'as a topic' }, phrase(about))
