declare const brand: unique symbol

/** A type that the compiler distinguishes from others of the same shape. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
