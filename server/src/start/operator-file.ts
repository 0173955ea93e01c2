import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { EnvError } from '#server/env.ts'

/**
 * Reads a JSON file in which an operator changes defaults.
 * @returns Null where there is no such file.
 * @throws EnvError naming the file and what is wrong in it.
 */
export async function readOperatorFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = schema.safeParse(parseJson(path, text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new EnvError(`${path} is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'not accepted'}.`)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EnvError(`${path} is no JSON.`, { cause: error })
  }
}
