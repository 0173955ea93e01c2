import { type SQL, sql } from 'drizzle-orm'
import type { Rect } from '#domain/geometry/rect.ts'
import { cardHeightCollapsed, cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'
import { generations } from '../schema/generations.ts'

/**
 * The condition that a card lies in an area: its center does. The ranges of x and y are those of the index `generations_place`: what
 * lies elsewhere on the board is not read. @param area Numbers, or columns of a frame.
 */
export const liesInArea = ({ x, y, width, height }: Readonly<Record<keyof Rect, number | SQL>>): SQL => sql`(
  ${generations.canvasX} between ${x}::float8 - ${half(cardWidth)} and ${x}::float8 + ${width}::float8 - ${half(cardWidth)}
  and ${generations.canvasY} between ${y}::float8 - ${half(cardHeightExpanded)}
    and ${y}::float8 + ${height}::float8 - ${half(cardHeightCollapsed)}
  and ${generations.canvasY} + case when ${generations.isCollapsed} then ${half(cardHeightCollapsed)}
    else ${half(cardHeightExpanded)} end between ${y}::float8 and ${y}::float8 + ${height}::float8)`

const half = (length: number) => sql`${length / 2}::float8`
