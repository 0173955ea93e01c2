/** What the director decided for this seed; scenes only carry it out. */
import type { Brief, Season, SubjectName, Time, Weather } from '../lexicon/brief.ts'

export type SceneName =
  | 'mountains'
  | 'sea'
  | 'forest'
  | 'desert'
  | 'city'
  | 'hills'
  | 'stilllife'
  | 'botanical'
  | 'space'
  | 'underwater'
  | 'abstract'
  | 'creature'
  | 'portrait'

export type Plan = {
  readonly brief: Brief
  readonly scene: SceneName
  /** Consecutive seeds get consecutive layouts, so four pictures in a row never share one. */
  readonly layout: number
  readonly time: Time
  readonly season: Season
  readonly weather?: Weather | undefined
}

export const has = (plan: Plan, ...names: readonly SubjectName[]): boolean =>
  plan.brief.subjects.some((s) => names.includes(s.name))
export const countOf = (plan: Plan, name: SubjectName, fallback: number): number => {
  const found = plan.brief.subjects.find((s) => s.name === name)
  return found ? (found.count > 0 ? found.count : fallback) : 0
}
