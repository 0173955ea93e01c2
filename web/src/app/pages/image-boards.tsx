import { YourBoards } from '#web/features/projects/your-boards.tsx'
import { StarterTiles } from '#web/features/starters/starter-tiles.tsx'

/** The lower half of the image page: the boards of the user, or boards to begin with. */
export const ImageBoards = () => <YourBoards none={<StarterTiles />} />
