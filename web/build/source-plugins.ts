import { fileURLToPath } from 'node:url'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import react from '@vitejs/plugin-react'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'

/** The plugins for every build of the web's sources: the application, its first screens and its component tests. */
export const sourcePlugins = () => [stylesWithoutElements(), commonPasswordList(), react()]

const contractFile = fileURLToPath(new URL('../../contract/src/contract.ts', import.meta.url))

/** Leaves out what a client does not need of a call: the texts of its documentation, and who may make it. */
function withoutDocumentation(this: unknown, name: string, value: unknown): unknown {
  if (name === 'meta') return {}
  const isOfRoute = typeof this === 'object' && this !== null && 'method' in this && 'path' in this
  return isOfRoute && ['summary', 'description', 'spec', 'tags'].includes(name) ? undefined : value
}

/**
 * The browser's client needs the contract's methods and paths, not its schemas: what it sends is checked by the compiler
 * and by the server. Leaving zod out saves 25 kB of compressed JavaScript.
 */
export function contractWithoutSchemas(router: AnyContractRouter): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    load(id) {
      if (id !== contractFile) return null
      return `export const contract = ${JSON.stringify(minifyContractRouter(router), withoutDocumentation)}`
    },
  }
}

/**
 * The number that OWASP ASVS 5.0, 6.2.4 requires, of those that are long enough to be accepted: 25 kB, loaded when a
 * new password is typed.
 */
const commonPasswords = dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, 3_000)

/** Serves the list to `data/common-password.ts`. */
function commonPasswordList(): Plugin {
  const name = 'virtual:common-passwords'
  return {
    name: 'common-passwords',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const words = ${JSON.stringify(commonPasswords.join(' '))}` : null),
  }
}

const styleSingleton = fileURLToPath(new URL('../src/ui/style-singleton.ts', import.meta.url))

/**
 * Keeps packages from writing `<style>` elements, which the content policy forbids: toasts get their rules from a file
 * (`ui/toaster.tsx` imports it), the page's scroll lock from a constructed sheet.
 */
function stylesWithoutElements(): Plugin {
  return {
    name: 'styles-without-elements',
    enforce: 'pre',
    resolveId: (id) => (id === 'react-style-singleton' ? styleSingleton : null),
    transform(code, id) {
      if (!id.endsWith('/sonner/dist/index.mjs')) return null
      const without = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (without === code) throw new Error('sonner writes its styles in another way now: look at web/vite.config.ts.')
      return { code: without, map: null }
    },
  }
}
