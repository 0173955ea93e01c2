import type { Terminal } from './terminal.ts'

/** The protocols by which a terminal shows pictures. */
export type PictureProtocol = 'kitty' | 'iterm'

/**
 * The protocol by which the terminal of a process shows pictures; null where it can't, where the output is read by a program, and inside of tmux and screen,
 * which pass none on.
 */
export function pictureProtocol({ env, isOutTty }: Pick<Terminal, 'env' | 'isOutTty'>): PictureProtocol | null {
  if (!isOutTty || env.TMUX || /^(screen|tmux|dumb)/.test(env.TERM ?? '') || env.CI) return null
  if (env.KITTY_WINDOW_ID || /^xterm-(kitty|ghostty)$/.test(env.TERM ?? '')) return 'kitty'
  if (env.TERM_PROGRAM === 'ghostty') return 'kitty'
  return env.TERM_PROGRAM === 'iTerm.app' || env.TERM_PROGRAM === 'WezTerm' ? 'iterm' : null
}

/** The longest part of a picture in one sequence (https://sw.kovidgoyal.net/kitty/graphics-protocol/). */
const kittyPart = 4_096
/** The width of a shown picture, in columns. */
const columns = 32

/** The sequences that show a picture. @param png As the protocol of kitty needs it. */
export function pictureSequence(protocol: PictureProtocol, png: Buffer): string {
  const base64 = png.toString('base64')
  // https://iterm2.com/documentation-images.html
  if (protocol === 'iterm')
    return `\x1b]1337;File=inline=1;size=${png.length};width=${columns};preserveAspectRatio=1:${base64}\x07\n`
  const parts = base64.match(new RegExp(`.{1,${kittyPart}}`, 'g')) ?? []
  const sequences = parts.map((part, place) => {
    const about = place === 0 ? `f=100,a=T,q=2,c=${columns},` : ''
    return `\x1b_G${about}m=${place < parts.length - 1 ? 1 : 0};${part}\x1b\\`
  })
  return `${sequences.join('')}\n`
}
