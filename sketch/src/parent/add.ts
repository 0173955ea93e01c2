/** "Add three balloons": paints the things named in an edit onto the parent. */
import type { Painter } from '#sketch/core/painter.ts'
import { paintStars, paintSun } from '#sketch/elements/sun.ts'
import { paintGuests } from '#sketch/scene/guests.ts'
import type { Plan } from '#sketch/scene/plan.ts'
import { has } from '#sketch/scene/plan.ts'
import { paintFlock } from '#sketch/subjects/birds.ts'

export function addGuests(p: Painter, plan: Plan): void {
  if (plan.brief.subjects.length === 0) return
  const rng = p.rng.fork('add')
  const at = 0.5 + plan.side * (0.16 + 0.04 * plan.layout)
  if (has(plan, 'stars')) paintStars(p, p.h * 0.5, 1.4)
  if (has(plan, 'sun', 'moon'))
    paintSun(p, { x: p.w * at, y: p.h * 0.2, r: p.u * 0.08, moon: has(plan, 'moon'), glow: 0.5 })
  if (has(plan, 'bird')) paintFlock(p, rng, p.w * at, p.h * 0.25, p.u * 0.14, 6, p.u * 0.06, p.palette.deep)
  const foot = p.h * (0.72 + 0.05 * plan.layout)
  const band = [p.h * 0.5, foot] as const
  paintGuests(p, plan, { band, depth: 0.1, size: 0.22, water: false, house: true })
  if (has(plan, 'boat')) paintGuests(p, plan, { band: [foot, foot + p.h * 0.06], depth: 0.1, size: 0.2, water: true })
}
