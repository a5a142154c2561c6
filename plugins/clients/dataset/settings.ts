/** The settings of the dataset client, for the service and for commands. */
import { list, optional, text, type All } from '@domesday/core'

const id = 'dataset'
export const datasetSettings = {
  by_command: list(text({ description: 'A dataset that is pulled by command only', minLength: 1 }), {
    uniqueItems: true,
  }),
  shared_files: optional(
    text({
      description: 'The absolute path of a folder that all nodes of a fleet share, or s3://bucket/prefix',
      pattern: '^(/|s3://[a-z0-9][a-z0-9.-]+[a-z0-9](/[\\w.-]+)*/?$)',
    }),
  ),
}
export type DatasetSettings = All<typeof datasetSettings>

/** Names the settings, to read them. */
export const declared = { kind: 'client', id, settings: datasetSettings } as const
