declare const brand: unique symbol

/** A value that the compiler keeps apart from others of the same shape. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
