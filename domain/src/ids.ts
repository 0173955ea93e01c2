declare const brand: unique symbol

/** A value that the compiler keeps apart from others of the same shape. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }

export type UserId = Brand<string, 'UserId'>
export type ProjectId = Brand<string, 'ProjectId'>
export type GenerationId = Brand<string, 'GenerationId'>
export type ImageId = Brand<string, 'ImageId'>
