/** A variable of a prompt, with several texts: `{red|green|blue}`. */
export type PromptVariable = {
  /** Its range in the prompt, in UTF-16 units, braces included. */
  readonly start: number
  readonly end: number
  /** At least two, trimmed, unique. One may be empty: `{old |}` is with and without. */
  readonly choices: readonly string[]
}

/** Braces without a bar inside, as in a prompt written as JSON, are ordinary characters. */
const variable = /\{([^{}|]*(?:\|[^{}|]*)+)\}/g

/** The variables of a prompt, in their order. */
export function promptVariables(prompt: string): readonly PromptVariable[] {
  return [...prompt.matchAll(variable)].flatMap((found) => {
    const choices = [...new Set((found[1] ?? '').split('|').map((choice) => choice.trim()))]
    return choices.length < 2 ? [] : [{ start: found.index, end: found.index + found[0].length, choices }]
  })
}

/** The number of prompts that a prompt expands to: 1 without variables. */
export const promptCount = (prompt: string): number =>
  promptVariables(prompt).reduce((count, { choices }) => count * choices.length, 1)

const tidied = (prompt: string) => prompt.replaceAll(/ {2,}/g, ' ').trim()

/**
 * Expands a prompt with variables, the last variable changing fastest; the prompt itself where it has none. Never more
 * than `most`.
 */
export function resolvedPrompts(prompt: string, most: number): readonly string[] {
  const variables = promptVariables(prompt)
  if (variables.length === 0) return [prompt]
  let begun = ['']
  let from = 0
  for (const { start, end, choices } of variables) {
    const between = prompt.slice(from, start)
    begun = begun.flatMap((text) => choices.map((choice) => text + between + choice)).slice(0, most)
    from = end
  }
  return begun.map((text) => tidied(text + prompt.slice(from)))
}
