/**
 * When callers whose questions are refused are told to come back: each in a turn of its own, behind the questions that
 * wait and behind those who were told before. Callers take turns here too: who has one appointment stands behind two of
 * each other caller, however many those have.
 */
import { LRUCache } from 'lru-cache'
import type { Queued } from './fair-queue.ts'

type Request = Queued['waiters']

export interface Appointments {
  /** A question of this request was let through. */
  served(request: Request): void
  /**
   * Milliseconds until this request should come back. All its questions have one appointment, and who asks the same
   * again too early keeps it. `waitFor`: the wait of who has so many questions before it.
   */
  make(request: Request, question: string, waitFor: (before: number) => number): number
}

/** Callers, and appointments of each, that are remembered. */
const mostCallers = 1_000,
  mostOfOne = 100
/** Requests over which the number of their questions is averaged. */
const averaged = 50

/** What is left of a caller's appointments, which are in the order of their times but for the spread. */
const leftOf = (appointments: Map<string, number>, now: number): number => {
  for (const [question, at] of appointments) {
    if (at > now && appointments.size <= mostOfOne) break
    appointments.delete(question)
  }
  return appointments.size
}

export const createAppointments = (): Appointments => {
  /** By caller and question; on the monotonic clock. */
  const all = new LRUCache<string, Map<string, number>>({ max: mostCallers })
  const ofRequest = new WeakMap<Request, number>(),
    counted = new WeakSet<Request>()
  let questions = 0,
    requests = 0

  return {
    served: (request) => {
      questions += 1
      if (counted.has(request)) return
      counted.add(request)
      requests += 1
      if (requests < averaged) return
      questions /= 2
      requests /= 2
    },

    make: (request, question, waitFor) => {
      const now = performance.now(),
        [waiter] = request(),
        caller = waiter?.id ?? ''
      const own = all.get(caller) ?? new Map<string, number>()
      const given = own.get(question) ?? (waiter && ofRequest.get(request))
      if (given !== undefined && given > now) return given - now
      const ofOwn = leftOf(own, now)
      let before = ofOwn
      for (const [id, others] of all.entries()) if (id !== caller) before += Math.min(leftOf(others, now), ofOwn + 1)
      // Who comes back asks all the questions of a request. Within its own turn the time is left to chance, so that
      // callers do not come in step.
      const wait = waitFor((before + Math.random()) * Math.max(1, questions / Math.max(1, requests)))
      all.set(caller, own.set(question, now + wait))
      if (waiter) ofRequest.set(request, now + wait)
      return wait
    },
  }
}
