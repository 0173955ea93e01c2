import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * A regular expression that can begin again within what it has read takes quadratic time, and nothing interrupts it: 2 kB of a picture
 * stopped the server for an hour. Those that are not linear by their form stand here, by the length of what they read.
 */

/** Names, addresses, headers and other fields of a line: at most 8 kB by the limits of headers and schemas. */
const names = [
  // Of a name of at most 60 characters.
  'domain/src/prompt/named-reference.ts [_-]+$',
  String.raw`web/src/features/account/auth-card.tsx ^[^\s@]+@[^\s@]+$`,
  'web/src/data/storage/take-over.ts ^(draft|sent-prompts|rerun-draft) (.+)$',
  String.raw`web/src/data/storage/take-over.ts ^canvas-drafts (\S*) (\S+)$`,
  String.raw`web/src/features/compose/go-button.tsx ^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$`,
  String.raw`web/src/data/offline/service-worker.ts ^\/api\/(auth\/.+|account|account\/sessions)$`,
  // The document of the own build.
  String.raw`web/src/data/offline/service-worker.ts \/(?:assets|styles)\/[\w./-]+|\/start\.js`,
  String.raw`server/src/providers/common/base-address.ts \/+$`,
  'server/src/providers/common/vendor-failure.ts ^(E[A-Z]+|UND_ERR_[A-Z_]+)$',
  String.raw`server/src/providers/vendors/openrouter/openrouter-models.ts ^\d+(\.\d+)?:\d+(\.\d+)?$`,
  'server/src/providers/vendors/added-openai/added-openai-models.ts edit|kontext|gpt-image|nano-banana|gemini.*image|flux[.-]?2|seedream',
  String.raw`server/src/providers/vendors/added-openai/added-openai-provider.ts \/+$`,
  String.raw`server/src/providers/vendors/added-openai/added-openai-provider.ts \/v\d+[a-z\d]*$`,
  String.raw`server/src/providers/local/openai-server/sd-server.ts ^(https?:\/\/.+)(\/sdcpp\/v1\/jobs\/[\w.-]+)$`,
  String.raw`server/src/providers/local/found-models.ts \/+$`,
  'server/src/providers/local/local-model.ts ^-+|-+$',
  String.raw`server/src/providers/vendors/fal/fal-models.ts ^\d+(\.\d+)?:\d+(\.\d+)?$`,
  String.raw`server/src/providers/local/comfyui/comfyui-provider.ts ^(https?:\/\/.+)\/history\/([\w-]+)$`,
  String.raw`server/src/providers/local/comfyui/describe-nodes.ts ^(nodes|comfy_extras\b.*)$`,
  String.raw`server/src/http/guards/request-limits.ts ^(application\/([\w.-]+\+)?json|text\/event-stream)\b`,
  String.raw`domain/src/prompt/word-list.ts ^(?!.*__)[\p{L}\p{N}-][\p{L}\p{M}\p{N}_/-]*$`,
  String.raw`server/src/http/guards/guards.ts ^bearer +(\S+)$`,
  String.raw`server/src/http/guards/guards.ts ^application\/json\s*(;|$)`,
  String.raw`server/src/http/replies/lines-reply.ts ;\s*q=0(\.0*)?$`,
  String.raw`server/src/http/guards/own-names.ts ^127\.\d+\.\d+\.\d+$`,
  String.raw`server/src/http/receive/receive-file.ts ^multipart\/form-data\s*;.*boundary=`,
  String.raw`server/src/http/replies/send-file.ts ^bytes=(\d*)-(\d*)$`,
  String.raw`server/src/http/routes/mcp-route.ts \/+$`,
  String.raw`server/src/http/routes/oauth-routes.ts ^application\/x-www-form-urlencoded\s*(;|$)`,
  String.raw`server/src/http/routes/openai-routes.ts ^application\/json\s*(;|$)`,
  String.raw`server/src/features/oauth/redirect-uri.ts ^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$`,
  String.raw`server/src/features/models/connections/add-connection.ts \/+$`,
  String.raw`server/src/agents/assistant/language-model.ts \/+$`,
  String.raw`domain/src/workflows/workflow.ts ^Empty\w*Latent|^ModelSamplingFlux$|^Flux2Scheduler$`,
  'domain/src/text/file-names.ts ^-+|-+$',
  String.raw`domain/src/transfer/export-names.ts \{([^{}]*)\}`,
  'domain/src/text/file-names.ts -+$',
  String.raw`domain/src/profile/social-links.ts ^https:\/\/([^/?#]+)\/([!-~]+)$`,
  String.raw`domain/src/profile/username.ts ^\.+|\.+$`,
  String.raw`domain/src/models/controls.ts ^https:\/\/[a-z\d.-]+(:\d{1,5})?\/\S+$`,
]

/** Prompts and notes: at most 4,000 characters; words of providers, cut to 2,000; texts of this program. */
const prompts = [
  String.raw`domain/src/board/note-words.ts ^(\s*)[-*+]\s+`,
  String.raw`domain/src/board/note-words.ts \[([^\]]*)\]\([^)]*\)`,
  String.raw`domain/src/board/note-words.ts (\*\*|__|\*)(\S(?:.*?\S)?)\1`,
  String.raw`server/src/providers/local/sketch-provider.ts \[\[[^\]]*\]\]`,
  String.raw`server/src/providers/vendors/added/added-provider.ts \[([^\]]*)\]\([^)]*\)`,
  String.raw`engine/src/diffusion/tokenizer.ts 's|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+`,
  String.raw`sketch/src/core/svg-path.ts -?\d*\.?\d+`,
  'domain/src/prompt/append-phrase.ts ,+$',
  String.raw`domain/src/prompt/prompt-completion.ts (?<![^\s])\/([^\s/]*)$`,
  String.raw`domain/src/prompt/prompt-completion.ts (?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{N}_-]*)$`,
  String.raw`domain/src/prompt/prompt-completion.ts (?<!_)__([\p{L}\p{M}\p{N}/-](?:[\p{L}\p{M}\p{N}/-]|_(?!_))*)?$`,
  String.raw`domain/src/prompt/prompt-completion.ts __[\p{L}\p{N}-](?:[\p{L}\p{M}\p{N}/-]|_(?!_))*__`,
  String.raw`domain/src/prompt/prompt-variables.ts \{([^{}|]*(?:\|[^{}|]*)+)\}`,
  String.raw`domain/src/prompt/prompt-with-style.ts [\s,;.]+$`,
  String.raw`domain/src/prompt/prompt-name.ts [\s,;:.]+$`,
  String.raw`server/src/features/prompts/export-saved-prompts.ts \s*[\r\n]+\s*`,
]

/** Settings and files of the operator, and texts of this program. */
const settings = [
  String.raw`cli/src/command.ts \. To specify .*$`,
  String.raw`server/src/env.ts ^off$|BEGIN PRIVATE KEY[\s\S]+BEGIN CERTIFICATE`,
  String.raw`server/src/storage/storage-key.ts ^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$`,
  String.raw`server/src/start/open-programs.ts \/+$`,
  'server/src/pictures/credentials/signing-identity.ts -----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----',
  'server/src/pictures/credentials/signing-identity.ts -----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----',
  String.raw`server/src/http/app.ts \{(\w+)\}`,
  'server/src/features/models/catalogue-file.ts ^[a-z0-9]+(-[a-z0-9]+)*$',
  'contract/src/models/local-model.ts ^[a-z0-9]+(-[a-z0-9]+)*$',
  String.raw`domain/src/format.ts \B(?=(\d{3})+$)`,
]

/** Longer texts from outside: linear all the same, since a beginning is a literal that the rest can not hold, or the first one decides. Each is checked below. */
const longTexts = [
  String.raw`server/src/providers/local/sd-server/sd-server-provider.ts \|[=> ]*\| (\d+)\/(\d+) - `,
  String.raw`server/src/providers/vendors/replicate/replicate-provider.ts resets in ~?(\d+)\s*s`,
  String.raw`server/src/providers/vendors/fal/fal-provider.ts "type":\s*"\w+"`,
  String.raw`server/src/operations/describe-error.ts \nparams: [\s\S]*$`,
  String.raw`domain/src/prompt/word-list.ts ^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})::(.*)$`,
  String.raw`server/src/features/prompts/read-prompt-file.ts ^\s*(\{\s*["}]|\[\s*[{\]])`,
  String.raw`server/src/features/prompts/read-prompt-file.ts ^\s*"?name"?,([^\r\n]*,)?"?prompt"?(,|\r|\n|$)`,
  String.raw`server/src/features/prompts/read-word-file.ts ^(---|%YAML|("[^"]*"|'[^']*'|[^\s#:"'-][^:]*):\s*([[{&!|>].*|#.*)?$)`,
  String.raw`domain/src/records/python-json.ts "(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|NaN|-?Infinity|-?\d[\d.eE+-]*`,
  String.raw`domain/src/records/exif-texts.ts \0[\s\S]*$`,
  String.raw`domain/src/records/exif-texts.ts ^(prompt|workflow):([\s\S]*)$`,
  String.raw`domain/src/text/csv.ts (?<=^|[;\t\r\n])(?=[ "']*[=+\-@\t\r＝＋－＠])`,
  String.raw`domain/src/text/csv.ts (?<=^|[;\t\r\n])'(?=[ "']*[=+\-@\t\r＝＋－＠])`,
]

const paths = globSync('{domain,contract,sketch,engine,server,cli,web}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules', '**/dist'],
}).filter((path) => !/\.test\.(ts|tsx)$|\/(testing|tools|build)\/|\.config\.ts$/.test(path))

/** A literal of an expression behind what can stand before one; comments are taken out before. */
const literal =
  /(?<=[=(,:!&|?[{;]\s*|\breturn\s+|=>\s*)\/(?![/*\s])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g
const withoutComments = (text: string) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')

type Expression = { readonly path: string; readonly source: string; readonly flags: string }
const expressions: Expression[] = paths.flatMap((path) =>
  [...withoutComments(readFileSync(path, 'utf8')).matchAll(literal)].map(([, source = '', flags = '']) => ({
    path,
    source,
    flags,
  })),
)

/** Repetitions without a bound, outside of classes and escapes; the text behind each. */
function repetitions(source: string): string[] {
  const behind: string[] = []
  let isClass = false
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]
    if (character === '\\') at += 1
    else if (character === '[') isClass = true
    else if (character === ']') isClass = false
    else if (!isClass && (character === '*' || character === '+')) behind.push(source.slice(at + 1))
    else if (!isClass && character === '{' && /^\{\d+,\}/.test(source.slice(at)))
      behind.push(source.slice(source.indexOf('}', at) + 1))
  }
  return behind
}

/** Nothing behind it can fail, so that nothing is read twice. */
const isLast = (behind: string) => /^\??\)*$/.test(behind)

/**
 * Linear by its form: repeats nothing without a bound, or as its last part alone, or once from the beginning of a text. An expression
 * with alternatives is taken apart at none of them.
 */
function isLinear({ source, flags }: Expression): boolean {
  const behind = repetitions(source)
  const inner = behind.filter((each) => !isLast(each))
  if (inner.length === 0) return true
  const isAnchored = source.startsWith('^') && !flags.includes('m') && !source.includes('|')
  return (isAnchored || flags.includes('y')) && behind.length === 1
}

/** Texts of so many characters that fit the beginnings of an expression again and again. */
const hostileTexts = (length: number) =>
  [
    '\\"',
    '"\\',
    '\n',
    ' \n',
    '"a": "',
    '"type":',
    '"type":  ',
    'resets in ~1 ',
    '|= ',
    '| 1/',
    '1',
    ' ',
    ': ',
    'a: "\\"',
    'params: \n',
    '\0',
    'prompt:\0',
    '1::',
    'name,prompt',
    'a: [',
    "'",
    ';"',
  ].map((part) => part.repeat(Math.ceil(length / part.length)))

const msOf = (work: () => unknown) => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

describe('regular expressions', () => {
  const others = expressions.filter((each) => !isLinear(each))
  const named = ({ path, source }: Expression) => `${path} ${source}`

  it('are linear by their form, or read a text of bounded length', () => {
    const known = [...names, ...prompts, ...settings, ...longTexts]
    expect(others.map(named).filter((each) => !known.includes(each))).toEqual([])
    expect(known.filter((each) => !others.map(named).includes(each))).toEqual([])
  })

  it.each(longTexts)('read a longer text about as fast as one that is linear: %s', (name) => {
    const { source, flags } = others.find((each) => named(each) === name) as Expression
    for (const text of hostileTexts(200_000)) {
      // Quadratic, it takes ten thousand times as long.
      const linear = msOf(() => text.replace(/[^~]/g, ''))
      const ms = msOf(() => text.replace(new RegExp(source, flags), ''))
      expect(ms).toBeLessThan(100 * linear + 100)
    }
  })
})
