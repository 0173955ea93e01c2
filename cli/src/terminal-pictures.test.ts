import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pictureProtocol, pictureSequence } from './terminal-pictures.ts'

describe('the way in which a terminal shows pictures', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM: 'xterm-ghostty' }, 'kitty'],
    [{ TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'iterm'],
    [{ TERM: 'xterm-256color' }, null],
    [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux-1/default,1,0' }, null],
    [{ TERM: 'screen.xterm-kitty', KITTY_WINDOW_ID: '1' }, null],
    [{ TERM: 'xterm-kitty', CI: 'true' }, null],
    [{}, null],
  ])('with %j is %s', (env, protocol) => {
    expect(pictureProtocol({ env, isOutTty: true })).toBe(protocol)
    // A program that reads the output gets none.
    expect(pictureProtocol({ env, isOutTty: false })).toBeNull()
  })
})

describe('a picture as sequences', () => {
  const png = randomBytes(10_000)

  it('is sent to kitty in parts of 4,096 characters, the last of which says so', () => {
    const parts = pictureSequence('kitty', png)
      .trimEnd()
      .split('\x1b\\')
      .filter((sequence) => sequence !== '')
      .map((sequence) => sequence.split(';'))
    expect(parts.map(([about]) => about)).toEqual([
      '\x1b_Gf=100,a=T,q=2,c=32,m=1',
      '\x1b_Gm=1',
      '\x1b_Gm=1',
      '\x1b_Gm=0',
    ])
    expect(parts.every(([, part = '']) => part.length <= 4_096)).toBe(true)
    expect(Buffer.from(parts.map(([, part]) => part).join(''), 'base64')).toEqual(png)
  })

  it('is sent to iTerm2 with its size', () =>
    expect(pictureSequence('iterm', png)).toBe(
      `\x1b]1337;File=inline=1;size=10000;width=32;preserveAspectRatio=1:${png.toString('base64')}\x07\n`,
    ))
})
