export type Nation = 'England' | 'Wales' | 'Scotland' | 'Northern Ireland'
