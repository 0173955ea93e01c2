/** Subjects that visit a landscape: each knows whether it stands, floats or flies. */
import { hex, mix, tune } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse } from '#sketch/core/path.ts'
import type { RidgeLine } from '#sketch/elements/ridge.ts'
import type { SubjectName } from '#sketch/lexicon/brief.ts'
import { paintRowboat, paintSailboat } from '#sketch/subjects/boat.ts'
import { paintDragon } from '#sketch/subjects/dragon.ts'
import { foliage } from '#sketch/subjects/foliage.ts'
import { houseLook, paintHouse } from '#sketch/subjects/house.ts'
import { islandTop, paintIsland } from '#sketch/subjects/island.ts'
import { paintCastle, paintLighthouse, paintTorii, paintWindmill } from '#sketch/subjects/landmarks.ts'
import { paintPalm } from '#sketch/subjects/palm.ts'
import { paintCrane } from '#sketch/subjects/perched.ts'
import { paintPine } from '#sketch/subjects/pine.ts'
import { paintQuadruped } from '#sketch/subjects/quadruped.ts'
import { paintSitter } from '#sketch/subjects/sitter.ts'
import { paintStrider } from '#sketch/subjects/strider.ts'
import { paintWhale } from '#sketch/subjects/swimmers.ts'
import { paintPagoda, paintTower } from '#sketch/subjects/towers.ts'
import { paintTree } from '#sketch/subjects/tree.ts'
import { paintBalloon, paintCar, paintTrain } from '#sketch/subjects/vehicles.ts'
import { paintWalker } from '#sketch/subjects/walker.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

export type Stage = {
  readonly ground?: RidgeLine
  /** Pixel heights between which a guest may stand or float. */
  readonly band: readonly [number, number]
  readonly depth: number
  /** Share of the short side. */
  readonly size: number
  readonly water: boolean
  /** The scene has not built the house it was asked for. */
  readonly house?: boolean
}

export function paintGuests(p: Painter, plan: Plan, stage: Stage): void {
  if (stage.water) floaters(p, plan, stage)
  else standers(p, plan, stage)
}

function standers(p: Painter, plan: Plan, stage: Stage): void {
  const rng = p.rng.fork('standers')
  const { palette, u, w } = p
  const lit = plan.time === 'night' || plan.time === 'dusk'
  const size = stage.size * u
  // Thirds, never the middle; a second guest takes the other third.
  let slot = rng.chance(0.5) ? 0 : 1
  const next = (): number => w * ([0.36, 0.66, 0.5, 0.2, 0.82][slot++ % 5] + rng.range(-0.035, 0.035))
  const footAt = (x: number): number =>
    stage.ground ? stage.ground[Math.max(0, Math.min(w, Math.round(x)))] + size * 0.05 : stage.band[1]
  // Nothing but boats and gates stands in open water: everything else gets an island of its own.
  const ashore = (name: SubjectName, x: number): number => {
    if (name === 'torii') return stage.band[1]
    const width = size * (name === 'castle' || name === 'train' ? 4.2 : 3)
    paintIsland(p, rng, x, stage.band[1], width, name === 'palm' || plan.brief.places.includes('beach'))
    return stage.band[1] - width * islandTop
  }
  const wall = mix(palette.light, lit ? palette.near : palette.haze, lit ? 0.5 : 0.25)
  const put = (name: Parameters<typeof has>[1], draw: (x: number, foot: number, i: number) => void, most = 3): void => {
    const n = has(plan, name) ? Math.max(1, Math.min(most, countOf(plan, name, 1))) : 0
    for (let i = 0; i < n; i++) {
      const x = next()
      if (plan.scene === 'sea') draw(x, ashore(name, x), i)
      else draw(x, footAt(x), i)
    }
  }
  put('castle', (x, foot) => paintCastle(p, x, foot, size * 2.3, wall, lit), 1)
  const pagoda = /pagoda|temple|shrine/.test(plan.brief.key)
  put(
    'tower',
    (x, foot) => (pagoda ? paintPagoda(p, x, foot, size * 2, lit) : paintTower(p, x, foot, size * 2.2, wall, lit)),
    3,
  )
  put(
    'lighthouse',
    (x, foot) => paintLighthouse(p, x, foot, size * 2, lit || plan.weather === 'storm' || plan.weather === 'fog'),
    1,
  )
  put('windmill', (x, foot) => paintWindmill(p, x, foot, size * 1.9))
  if (plan.scene !== 'hills' || stage.house)
    put('house', (x, foot) => paintHouse(p, rng, x, foot, size, houseLook(p, lit)))
  put('palm', (x, foot) => {
    for (const [dx, k] of [
      [0.35, 0.8],
      [-0.1, 1.15],
    ])
      paintPalm(p, rng, x + dx * size, foot + size * 0.04, size * 1.7 * k)
  })
  if (!has(plan, 'palm', 'lighthouse', 'castle', 'house', 'tower', 'tree'))
    put('island', (x, foot) => {
      const warm = /tropic|desert|caribb|pacific|beach/.test(plan.brief.key)
      if (warm) paintPalm(p, rng, x, foot + size * 0.04, size * 1.8)
      else
        for (const [dx, k] of [
          [0.4, 0.7],
          [-0.35, 0.8],
          [0, 1.1],
        ])
          paintPine(
            p,
            rng,
            x + dx * size,
            foot + size * 0.05,
            size * 1.3 * k,
            mix(palette.deep, palette.near, 0.25),
            mix(palette.leaf, palette.sun, 0.2),
          )
    })
  put('torii', (x, foot) => paintTorii(p, x, foot, size * 1.7), 1)
  if (plan.scene !== 'hills' && plan.scene !== 'forest')
    put('tree', (x, foot) => paintTree(p, rng, x, foot, size * 1.6, foliage(p, plan.season, 0)))
  put('train', (x, foot) => paintTrain(p, x + size * 0.4, foot + size * 0.1, size * 0.62, rng.chance(0.5)), 1)
  put('car', (x, foot, i) =>
    paintCar(p, x, foot + size * 0.1, size * 0.9, i % 2 ? palette.accent2 : palette.accent, rng.chance(0.5)),
  )
  put('deer', (x, foot) =>
    paintQuadruped(p, 'deer', x, foot, size * 1.25, mix(palette.accent2, palette.near, 0.4), rng.chance(0.5)),
  )
  put('horse', (x, foot, i) =>
    paintQuadruped(
      p,
      'horse',
      x,
      foot,
      size * 1.3,
      [mix(palette.accent, palette.near, 0.5), mix(palette.light, palette.haze, 0.2), palette.deep][i % 3],
      rng.chance(0.5),
    ),
  )
  for (const species of ['fox', 'bear', 'rabbit', 'cat', 'dog'] as const)
    put(
      species,
      (x, foot, i) => {
        const own = {
          fox: hex('#d9622b'),
          bear: hex('#7f5638'),
          rabbit: mix(palette.light, palette.far, 0.3),
          cat: palette.deep,
          dog: hex('#b98450'),
        }
        const coat = plan.brief.spots.some((spot) => spot.subject === species && species !== 'fox')
          ? palette.accent
          : own[species]
        // Two seated and two walking among four: the layout decides.
        if (species === 'rabbit' || plan.layout % 2 === 0) paintSitter(p, species, x, foot, size * 1.1, coat)
        else paintStrider(p, species, x, foot + size * 0.04, size * 1.3, coat, (i + (plan.side > 0 ? 0 : 1)) % 2 === 1)
      },
      4,
    )
  if (plan.scene !== 'city')
    put('person', (x, foot, i) =>
      paintWalker(
        p,
        x,
        foot,
        size * 0.85,
        i % 2 ? palette.near : palette.accent,
        has(plan, 'umbrella') ? palette.accent2 : undefined,
        !has(plan, 'umbrella'),
      ),
    )
  flyers(p, plan, stage, rng.chance(0.5))
}

function flyers(p: Painter, plan: Plan, stage: Stage, left: boolean): void {
  const rng = p.rng.fork('flyers')
  const { palette, u, w } = p
  const sky = stage.band[0]
  if (has(plan, 'dragon'))
    paintDragon(p, w * (left ? 0.54 : 0.46), sky * 0.5, Math.min(w * 0.7, u * (0.66 + 0.08 * (plan.layout % 3))), {
      flip: left,
      coiled: plan.layout % 2 === 1,
    })
  if (has(plan, 'balloon')) {
    const n = Math.max(1, Math.min(7, countOf(plan, 'balloon', rng.int(2, 4))))
    for (let i = n - 1; i >= 0; i--) {
      const x = w * ((left ? 0.3 : 0.7) + (left ? 1 : -1) * i * (0.46 / Math.max(1, n - 1)) + rng.range(-0.08, 0.08))
      const tints =
        plan.brief.colors.length + plan.brief.spots.length > 0
          ? [palette.accent, tune(palette.accent, { l: -0.1 }), mix(palette.accent, palette.light, 0.35)]
          : [palette.accent, palette.accent2, palette.near, palette.leaf]
      const c = tints[i % tints.length]
      paintBalloon(
        p,
        x,
        sky * (0.46 + (i % 2 === plan.layout % 2 ? -0.14 : 0.12) + rng.range(-0.06, 0.06)),
        u * (0.3 - 0.065 * Math.min(3, (i + plan.layout) % n)) * (n > 4 ? 0.8 : 1),
        c,
        mix(palette.light, c, 0.12),
      )
    }
  }
}

/** A whale rising: everything below the waterline goes back to being water, edged with foam. */
function breach(p: Painter, x: number, waterline: number, size: number, side: number): void {
  const before = p.surface.px.slice()
  paintWhale(p, x, waterline - size * 0.04, size, side * -0.72, side < 0, mix(p.palette.near, p.palette.deep, 0.35))
  const from = Math.round(waterline) * p.w * 3
  if (from >= 0 && from < before.length) p.surface.px.set(before.subarray(from), from)
  const rng = p.rng.fork('foam')
  for (let i = 0; i < 34; i++) {
    const d = (rng.next() + rng.next() - 1) * size * 0.3
    const r = size * rng.range(0.012, 0.03) * (1 - Math.abs(d) / (size * 0.34))
    fill(
      p,
      ellipse(
        x - side * size * 0.03 + d,
        waterline + rng.range(-0.012, 0.014) * size,
        Math.max(1, r * 1.5),
        Math.max(1, r),
      ),
      { color: mix(p.palette.light, p.palette.far, rng.range(0, 0.3)), plain: true },
    )
  }
}

function floaters(p: Painter, plan: Plan, stage: Stage): void {
  const rng = p.rng.fork('floaters')
  const { palette, u, w } = p
  const y = (): number => rng.range(stage.band[0], stage.band[1])
  const side = rng.chance(0.5) ? 1 : -1
  if (has(plan, 'boat') && plan.scene !== 'sea') {
    const n = Math.max(1, Math.min(4, countOf(plan, 'boat', 1)))
    for (let i = 0; i < n; i++) {
      const x = w * (0.5 + side * (0.12 - i * 0.2))
      if (rng.chance(0.6))
        paintRowboat(
          p,
          x,
          y(),
          stage.size * u * 1.25,
          {
            hull: mix(palette.accent, palette.deep, 0.2),
            coat: palette.near,
            hat: palette.accent2,
            shade: palette.deep,
          },
          side < 0,
        )
      else
        paintSailboat(
          p,
          x,
          y(),
          stage.size * u * 1.4,
          { hull: palette.accent, sail: palette.light, jib: palette.accent2, shade: palette.deep },
          side < 0,
        )
    }
  }
  if (has(plan, 'whale')) breach(p, w * (0.5 - p.lightSide * 0.14), stage.band[1] + u * 0.02, u * 0.74, p.lightSide)
  if (has(plan, 'crane'))
    for (let i = 0; i < Math.max(1, Math.min(3, countOf(plan, 'crane', 2))); i++)
      paintCrane(
        p,
        w * (0.5 + side * (0.1 + 0.16 * i)),
        stage.band[1] + u * 0.03 * i,
        stage.size * u * 1.5,
        palette.light,
        i % 2 === 0,
      )
}
