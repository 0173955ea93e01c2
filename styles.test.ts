import { describe, expect, it } from 'vitest'
import { isTest, paths, textOf } from './source-files.ts'

const tokens = 'web/src/ui/tokens.css'
const theme = 'web/src/ui/theme.css'
/** The document of a host without our tokens. */
const agentView = 'web/src/agent-view/card-view.css'

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const sheets = paths
  .filter((path) => path.startsWith('web/src/') && path.endsWith('.css'))
  .map((path) => ({ path, text: withoutComments(textOf.get(path) ?? '') }))
const components = paths
  .filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !isTest(path))
  .map((path) => ({ path, text: textOf.get(path) ?? '' }))

type Source = { readonly path: string; readonly text: string }
/** The matches of a pattern, each after its file, as a failing test shows them. */
const matchesIn = (sources: readonly Source[], pattern: RegExp) =>
  sources.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([match]) => `${path}: ${match.trim()}`))

const literalZ = /\bz-index:\s*-?\d+/g
const literalZClass = /(?<=[\s"'`:])-?z-(\d+|\[[^\]]*\])!?(?=[\s"'`])|\[z-index:|\bzIndex: -?\d/g
const otherSpelling = /\((min|max)-(width|height)\b|\bscreen\b/g
const literalWidthClass = /(?<=[\s"'`:])(min|max)-\[[\d.]+(px|rem|em)\]:|\[@media[^\]]*width/g
const literalColorClass = /-\[(#[\da-f]{3,8}|(oklch|oklab|rgba?|hsla?)\([^\]]*)\]/gi
const literalColor = /#[\da-f]{3,8}\b|\b(oklch|oklab|rgba?|hsla?)\(|(?<=[:,(\s])(white|black|red|gray)(?=[\s,;)])/gi

/** Masks have no color: black is what stays. Selectors are not values. */
const valuesOf = (text: string) => text.replaceAll(/(-webkit-)?mask(-image)?:[^;]*;/g, '').replaceAll(/[^{};]*\{/g, '')

describe('style sheets', () => {
  it('take every z-index from the scale in tokens.css', () => {
    expect(sheets.length).toBeGreaterThan(10)
    expect(matchesIn(sheets, literalZ)).toEqual([])
    expect(matchesIn(components, literalZClass)).toEqual([])
  })

  it('write breakpoints as (width < 640px), with the widths of the theme', () => {
    const widths = new Set(
      Array.from((textOf.get(theme) ?? '').matchAll(/--breakpoint-\w+: (\d+px)/g), ([, width]) => width),
    )
    const queries = sheets.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/@media([^{]*)\{/g), ([, query = '']) => ({ path, text: query })),
    )
    const used = queries.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(?<!height [<>]=? )\b\d+px/g), ([width]) => ({ path, width })),
    )
    expect(widths.size).toBeGreaterThan(3)
    expect(matchesIn(queries, otherSpelling)).toEqual([])
    expect(used.filter(({ width, path }) => !widths.has(width) && path !== agentView)).toEqual([])
    expect(matchesIn(components, literalWidthClass)).toEqual([])
  })

  it('take every color from tokens.css', () => {
    const others = sheets.filter(({ path }) => path !== tokens && path !== agentView)
    expect(
      matchesIn(
        others.map(({ path, text }) => ({ path, text: valuesOf(text) })),
        literalColor,
      ),
    ).toEqual([])
    expect(matchesIn(components, literalColorClass)).toEqual([])
  })

  it.each([
    [literalZ, 'z-index: 3;'],
    [literalZClass, '"absolute z-5"'],
    [literalZClass, '"z-[7]"'],
    [literalZClass, '"z-50!"'],
    [literalZClass, '"[z-index:7]"'],
    [literalZClass, 'style={{ zIndex: 9 }}'],
    [otherSpelling, '(max-width: 639px)'],
    [literalWidthClass, '"max-[700px]:hidden"'],
    [literalWidthClass, '"max-[44rem]:hidden"'],
    [literalWidthClass, '"[@media(width<700px)]:hidden"'],
    [literalColorClass, '"bg-[#fff]"'],
    [literalColor, 'background: white;'],
    [literalColor, 'color: #fff;'],
    [literalColor, 'box-shadow: 0 0 0 1px oklch(0 0 0 / 0.3);'],
  ])('fail by %s on %s', (pattern, text) => expect(matchesIn([{ path: 'x', text }], pattern)).toHaveLength(1))
})
