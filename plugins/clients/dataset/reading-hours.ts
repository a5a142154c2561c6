/** The hours in which an upstream wants its feed to be read, in UK time: `21:00-07:00`. */

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Whether a time is from the first hour up to the second, which may be on the next day. */
export const isWithinHours = (hours: string, at: Date): boolean => {
  const [from, to] = hours.split('-').map(minutes) as [number, number]
  const now = minutes(clock.format(at))
  return from <= to ? now >= from && now < to : now >= from || now < to
}

/** `from 21:00 to 07:00 UK time` */
export const hoursInWords = (hours: string): string => `from ${hours.replace('-', ' to ')} UK time`
