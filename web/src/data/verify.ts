import type { VerificationShape } from '#contract/sharing/verify.ts'
import { sendForm } from './http/send-form.ts'

/** Asks what this installation knows of a picture. Nothing of it is stored. */
export function verifyFile(file: File): Promise<VerificationShape> {
  const form = new FormData()
  form.append('file', file)
  return sendForm<VerificationShape>('/api/verify', form, {})
}
