/** The scopes of an API token, in the order in which a person reads it. `generate` spends credits. */
export const tokenScopes = ['read', 'edit', 'generate', 'share', 'webhooks'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The beginning of every token, so that people and scanners recognize a leaked one. */
export const tokenPrefix = 'esp_'

/** The characters of a token that are shown again after it was made: the prefix and six more. */
export const shownCharacters = 10

/** The most open tokens of an account. */
export const maxTokens = 50

/** Whether a text has the form of a token: the prefix, and 32 random bytes as base64url. */
export const hasTokenForm = (text: string): boolean => /^esp_[\w-]{43}$/.test(text)

/** The beginnings of the secrets of connections by OAuth: access, refresh and code. */
export const accessPrefix = 'espo_'
export const refreshPrefix = 'espr_'
export const codePrefix = 'espc_'

/** Whether a text has the form of an access token of OAuth. */
export const hasAccessForm = (text: string): boolean => /^espo_[\w-]{43}$/.test(text)
