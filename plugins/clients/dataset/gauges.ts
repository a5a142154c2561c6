/** The metrics of datasets. What is not imported has none. */
import type { Gauge } from '@domesday/core/client'
import type { DatasetStatus } from './open-datasets.ts'

export const gaugesOf = (status: () => readonly DatasetStatus[], now: () => number = Date.now): readonly Gauge[] => {
  const byDataset = (valueOf: (one: DatasetStatus) => number) => () =>
    status()
      .filter(({ as_of }) => as_of !== null)
      .map((one) => ({ labels: { dataset: one.id }, value: valueOf(one) }))
  return [
    {
      name: 'domesday_dataset_age_seconds',
      help: 'Seconds since the data of a dataset were fetched; of several files those of the oldest',
      labels: ['dataset'],
      read: byDataset(({ as_of }) => Math.max(0, now() - Date.parse(as_of!)) / 1000),
    },
    {
      name: 'domesday_dataset_skipped_pages',
      help: 'Pages of a harvest that could not be fetched yet',
      labels: ['dataset'],
      read: byDataset(({ skipped_pages: pages }) => pages.length),
    },
    {
      name: 'domesday_dataset_unnamed_members',
      help: 'Members that the pages of a harvest have and that its source neither reads nor names',
      labels: ['dataset'],
      read: byDataset(({ unnamed_members: members }) => members.length),
    },
    {
      name: 'domesday_dataset_fallen_members',
      help: 'Members that far fewer rows of a harvest have than used to',
      labels: ['dataset'],
      read: byDataset(({ fallen_members: members }) => members.length),
    },
  ]
}
