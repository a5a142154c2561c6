/** What bounds looks and paths: work, not the time that it takes beside other work. */

/** Milliseconds of processor that this thread has used; the process, where Node does not tell them apart. */
export const processorTime = (): number => {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1000
}
