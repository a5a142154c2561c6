/** Commands of the command line in this process, on the data and settings of a running service. */
import type { RunningService } from '@domesday/tool-testing'
import { run } from '../../plugins/tools/cli/run.ts'

export const commandsOn =
  (service: () => Pick<RunningService, 'dataDir' | 'configDir'>) =>
  async (...argv: readonly string[]) => {
    const [out, err]: string[][] = [[], []]
    const env = { DOMESDAY_DATA_DIR: service().dataDir, DOMESDAY_CONFIG_DIR: service().configDir }
    const code = await run(argv, { env, print: (line) => out!.push(line), remark: (line) => err!.push(line) })
    return { code, out: out!.join('\n'), err: err!.join('\n') }
  }
