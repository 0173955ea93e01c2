import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * Finds each package once in place of once a file that imports it; to be loaded before a server of the tests. Node parses the
 * package.json each time, and that of drizzle-orm has 180 KB: a fifth of the processor time of a start.
 */
const found = new Map<string, ResolveFnOutput>()
const isOfPackage = /^(?!node:|file:)[@a-z]/
const isOurs = (address: string | undefined) => address?.startsWith('file:') && !address.includes('/node_modules/')

registerHooks({
  resolve(specifier, context, next) {
    const isImported = context.conditions.includes('import') && isOurs(context.parentURL)
    if (!isImported || !isOfPackage.test(specifier)) return next(specifier, context)
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})
