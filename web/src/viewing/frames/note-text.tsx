import { lexer, type Token, type Tokens } from 'marked'
import { type CSSProperties, Fragment, memo, type ReactNode } from 'react'
import { noteWords } from '#domain/board/note-words.ts'
import { blankNoteHeight } from '#domain/layout/frame-content.ts'
import { textDirection } from '#domain/text/text-direction.ts'

/** The addresses that a link of a note may lead to: no script, and no file of the reader. */
const safeAddress = /^(https?:\/\/|mailto:)/i

/** A longer text is shown as it is: a note has 2,000 characters, a summary of the assistant some thousands. */
const maxMarkdownLength = 20_000

/**
 * The parts of a note's text. Everything that is not among the basics stays text as it was typed, and so does a text that `marked` can
 * not read: it calls itself for each `>` of a line, until the stack ends.
 */
export function noteTokens(text: string): Token[] {
  const asTyped: Token[] = [{ type: 'text', raw: text, text }]
  if (text.length > maxMarkdownLength) return asTyped
  try {
    return lexer(text, { gfm: true, breaks: true })
  } catch {
    return asTyped
  }
}

/** The address of a link; null where a note must not lead there. */
const noteLink = ({ href }: Pick<Tokens.Link, 'href'>): string | null => (safeAddress.test(href) ? href : null)

/** Typed entities such as `&amp;` stay as they are typed: marked leaves them alone outside of HTML. */
function inline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity, and are rendered again with each text
    return <Fragment key={place}>{inlineToken(token as Tokens.Generic)}</Fragment>
  })
}

function inlineToken(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'br':
      return <br />
    case 'link': {
      const href = noteLink(token as Tokens.Link)
      if (href === null) return token.raw
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inline(token.tokens)}
        </a>
      )
    }
    case 'text':
      return token.tokens ? inline(token.tokens) : token.raw
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

function block(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <p dir="auto" data-heading={Math.min((token as Tokens.Heading).depth, 3)}>
          {inline(token.tokens)}
        </p>
      )
    case 'paragraph':
    case 'text':
      return <p dir="auto">{token.tokens ? inline(token.tokens) : token.raw}</p>
    case 'list': {
      const list = token as Tokens.List
      const items = list.items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={place} dir="auto">
          {item.tokens.map((part) =>
            part.type === 'text' ? inline((part as Tokens.Text).tokens ?? [part]) : blocks([part]),
          )}
        </li>
      ))
      return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'space':
    case 'def':
      return null
    default:
      return (
        <p dir="auto" className="whitespace-pre-wrap">
          {token.raw.trimEnd()}
        </p>
      )
  }
}

const blocks = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <Fragment key={place}>{block(token as Tokens.Generic)}</Fragment>
  })

/** The place of a text that can not be read at this distance. */
export const BlankText = ({ text }: { text: string }) => <div style={{ height: blankNoteHeight(text) }} />

/** Padding of a note's text seen from afar, above and below, in canvas pixels; as the style sheet has it. */
const glanceReach = 14

/**
 * The beginning of a note's words, larger, where the view is too far to read them all. The style sheet writes them: as text they would be
 * found twice.
 */
export const NoteGlance = memo(function NoteGlance({ text }: { text: string }) {
  const room = { '--room': `${blankNoteHeight(text) + 2 * glanceReach}px` } as CSSProperties
  const words = noteWords(text).join(' ')
  return (
    <div className="note-glance" aria-hidden="true">
      <p dir={textDirection(words)} style={room} data-words={words} />
    </div>
  )
})

/** The text of a note with the basics of Markdown, as elements: no HTML is ever parsed or inserted. */
export const NoteText = memo(function NoteText({ text }: { text: string }) {
  return <>{blocks(noteTokens(text))}</>
})
