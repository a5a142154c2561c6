/** The runner of one machine: its schedule is a file in the data folder. */
import { jobs } from '@domesday/core/jobs'

export const local = jobs({
  id: 'local',
  home: import.meta.dirname,
  open: async (parts) => {
    const [{ runJobs }, { openBoard }] = await Promise.all([import('@domesday/jobs-parts'), import('./board.ts')])
    return runJobs(openBoard(parts), parts)
  },
})
