import { describe } from 'vitest'
import { jobsConformance } from '../../../test/conformance/jobs/index.ts'
import { folderOf } from '../../../test/support/folder.ts'
import { local } from './index.ts'

describe('the runner of one machine', () => {
  jobsConformance(local.open, () => ({ dataDir: folderOf({}), env: {} }), {
    module: import.meta.resolve('./index.ts'),
    name: 'local',
  })
})
