import { ORPCError } from '@orpc/client'
import { z } from 'zod'

// Else zod tries whether it may make functions from text, which the page's policy refuses and the browser reports.
z.config({ jitless: true })

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

const issuesShape = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
})

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first message at each field. */
function byField(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message
  return errors
}

/** What a refused call says about its fields; empty where it says nothing of them. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  const parsed = issuesShape.safeParse(error instanceof ORPCError ? error.data : null)
  return parsed.success ? byField(parsed.data.issues) : {}
}

/** What a form is told before it is sent, by the rules of the call that it is for. */
export function fieldErrorsIn(body: z.ZodType, values: unknown): FieldErrors {
  const parsed = body.safeParse(values)
  return parsed.success ? {} : byField(parsed.error.issues)
}
