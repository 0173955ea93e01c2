/** What the director decided for this seed; scenes only carry it out. */
import type { Brief, Season, SubjectName, Time, Weather } from '#sketch/lexicon/brief.ts'

export type SceneName =
  | 'aerial'
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
  /** 0..3, dealt by the order number: four pictures of one prompt never share one. */
  readonly layout: number
  /** Which way an uneven composition leans; goes with the layout, so that two layouts that must coincide mirror each other. */
  readonly side: 1 | -1
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
