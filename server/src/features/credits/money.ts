import type { Allowances } from '#domain/credits/grants-due.ts'

/** How credits are kept: what is given, and what time it is. `off`: everything is free and no plan limits anything. */
export type Money = { readonly allowances: Allowances; now(): number } | 'off'
