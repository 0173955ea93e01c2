/** Number of added providers one person, or the server for everybody, may have. */
export const maxConnections = 20

/** Number of models of an added provider that are kept; a provider with more is searched by its own name for them. */
export const maxFoundModels = 1_000
