import { session } from './session.ts'
import { useStore } from './use-store.ts'

/** Who is signed in, as the components see it. */
export const useSession = () => useStore(session)
