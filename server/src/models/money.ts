import type { Allowances } from '#domain/credits/grants-due.ts'

/** The allowances and the clock of credits. `off`: everything is free and no plan limits anything. */
export type Money = { readonly allowances: Allowances; now(): number } | 'off'
