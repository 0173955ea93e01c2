import { z } from 'zod'
import { withBucketInHost } from './storage/s3-endpoint.ts'

/** Whole credits up to what a balance can hold in hundredths. */
const credits = z.coerce.number().int().min(0).max(10_000_000).optional()

/** Settings that plans.json replaces. They are used for values that it does not contain. */
const planSettings = {
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

/** Settings that are read by their old names, for one release. */
export const oldSettings = {
  ...planSettings,
  /** `on`: the bucket's name is in the path, `off`: in the host. S3_ENDPOINT says it now. */
  S3_FORCE_PATH_STYLE: z.enum(['on', 'off']).optional(),
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

type Variables = Readonly<Record<string, string | undefined>>

/** The S3_ENDPOINT that says what S3_FORCE_PATH_STYLE said; undefined for the addresses of Amazon with the name in the host. */
function endpointOf(variables: Variables): string | undefined {
  const { S3_FORCE_PATH_STYLE: pathStyle, S3_BUCKET: bucket } = variables
  const endpoint = variables.S3_ENDPOINT || undefined
  const region = variables.S3_REGION || 'us-east-1'
  if (!bucket) return endpoint
  if (pathStyle === 'off' && endpoint !== undefined) return withBucketInHost(endpoint, bucket)
  if (pathStyle === 'on' && endpoint === undefined)
    return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return endpoint
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
  const endpoint = endpointOf(variables)
  return endpoint === undefined ? renamed : { ...renamed, S3_ENDPOINT: endpoint }
}

const noticeOf = (old: string, instead: string) =>
  `${old} is an old name that the next release will not read: ${instead}.`

/** One sentence for each old name among the variables, for the log at the start. */
export function oldSettingNotices(variables: Variables): string[] {
  const given = (name: string) => Boolean(variables[name])
  const endpoint = endpointOf(variables)
  const insteadOfPathStyle =
    endpoint === (variables.S3_ENDPOINT || undefined)
      ? 'leave it out, which changes nothing'
      : `write S3_ENDPOINT=${endpoint} instead`
  return [
    ...Object.entries(parts)
      .filter(([old]) => given(old))
      .map(([old, [setting, part]]) => noticeOf(old, `write ${setting}=${part}=… instead`)),
    ...Object.keys(planSettings)
      .filter(given)
      .map((old) => noticeOf(old, 'write it into plans.json instead')),
    ...(given('S3_FORCE_PATH_STYLE') ? [noticeOf('S3_FORCE_PATH_STYLE', insteadOfPathStyle)] : []),
  ]
}
