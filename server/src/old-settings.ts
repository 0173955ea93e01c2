import { z } from 'zod'

/** Whole credits up to what a balance can hold in hundredths. */
const credits = z.coerce.number().int().min(0).max(10_000_000).optional()

/** Settings that plans.json replaces. They are used for values that it does not contain, for one release. */
export const oldSettings = {
  CREDITS_SIGN_UP: credits,
  CREDITS_DAILY: credits,
  CREDITS_BASIC: credits,
  CREDITS_PRO: credits,
  CREDITS_MAX: credits,
  /** basic=price_1,pro=price_2,max=price_3 */
  STRIPE_PRICES: z
    .string()
    .transform((list) => Object.fromEntries(list.split(',').map((entry) => entry.trim().split('='))))
    .pipe(z.strictObject({ basic: z.string().min(1), pro: z.string().min(1), max: z.string().min(1) }))
    .optional(),
}

/** Settings that became a part of another one: its name, and the name of the part. */
const parts: Readonly<Record<string, readonly [setting: string, part: string]>> = {
  OPENAI_BASE_URL: ['PROVIDER_BASE_URLS', 'openai'],
  GOOGLE_BASE_URL: ['PROVIDER_BASE_URLS', 'google'],
  REPLICATE_BASE_URL: ['PROVIDER_BASE_URLS', 'replicate'],
  RUNWAY_BASE_URL: ['PROVIDER_BASE_URLS', 'runway'],
  IDEOGRAM_BASE_URL: ['PROVIDER_BASE_URLS', 'ideogram'],
  KREA_BASE_URL: ['PROVIDER_BASE_URLS', 'krea'],
  GATEWAY_BASE_URL: ['PROVIDER_BASE_URLS', 'gateway'],
  COMFYUI_URLS: ['ENGINE_URLS', 'comfyui'],
  AUTOMATIC1111_URLS: ['ENGINE_URLS', 'automatic1111'],
  OPENAI_COMPATIBLE_URLS: ['ENGINE_URLS', 'openai-compatible'],
  PROJECTS_PER_USER: ['PERSON_LIMITS', 'projects'],
  CARDS_PER_PROJECT: ['PERSON_LIMITS', 'cards'],
  QUEUED_PER_USER: ['PERSON_LIMITS', 'queued'],
  JOBS_PER_USER: ['PERSON_LIMITS', 'jobs'],
  STREAMS_PER_USER: ['PERSON_LIMITS', 'streams'],
  IMPORT_MEGABYTES: ['PERSON_LIMITS', 'import-megabytes'],
  REQUESTS_PER_SECOND: ['PERSON_LIMITS', 'requests-per-second'],
  REQUESTS_AT_ONCE: ['SERVER_LIMITS', 'requests-at-once'],
  REQUEST_SECONDS: ['SERVER_LIMITS', 'request-seconds'],
  STATEMENT_SECONDS: ['SERVER_LIMITS', 'statement-seconds'],
  WORK_MEGABYTES: ['SERVER_LIMITS', 'work-megabytes'],
  AUTH_ATTEMPTS: ['SERVER_LIMITS', 'sign-in-attempts'],
}

/** The variables with old names replaced by new ones. The new name takes precedence. */
export function renameOldSettings(variables: Readonly<Record<string, string>>): Record<string, string> {
  const renamed: Record<string, string> = { ...variables }
  for (const [old, [setting, part]] of Object.entries(parts)) {
    const value = variables[old]
    if (value === undefined) continue
    const added = value.split(',').map((each) => `${part}=${each.trim()}`)
    renamed[setting] = [...added, ...(renamed[setting] ? [renamed[setting]] : [])].join(',')
  }
  return renamed
}

/** One sentence for each old name among the variables, for the log at the start. */
export const oldSettingNotices = (variables: Readonly<Record<string, string | undefined>>): string[] => [
  ...Object.entries(parts).flatMap(([old, [setting, part]]) =>
    variables[old]
      ? [`${old} is an old name that the next release will not read: write ${setting}=${part}=… instead.`]
      : [],
  ),
  ...Object.keys(oldSettings).flatMap((old) =>
    variables[old]
      ? [`${old} is an old name that the next release will not read: write it into plans.json instead.`]
      : [],
  ),
]
