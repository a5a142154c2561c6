/** The runner of one machine: its schedule is a file in the data folder. */
import { jobs } from '@domesday/core/jobs'

export const local = jobs({
  id: 'local',
  home: import.meta.dirname,
  open: async (parts) => {
    const [{ runJobs }, { openBoard }, { presenceIn }] = await Promise.all([
      import('@domesday/jobs-parts'),
      import('./board.ts'),
      import('./presence.ts'),
    ])
    const opened = runJobs(openBoard(parts), parts)
    const service = presenceIn(parts.dataDir)
    return {
      ...opened,
      start: () => {
        service.hold()
        opened.start()
      },
      hasService: service.isHeld,
      runNow: async (id) => {
        if (!service.isHeld())
          throw new RangeError(`a live service does ${id} for its own data folder, and none runs on ${parts.dataDir}`)
        await opened.runNow(id)
      },
      close: async () => {
        await opened.close()
        service.release()
      },
    }
  },
})
