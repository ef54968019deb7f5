/** Creates an empty database in the folder it is given and ends; started by create-engine-folder.ts. */
import { PGlite } from '@electric-sql/pglite'
import { ENGINE_OPTIONS } from '#server/db/embedded/open-engine.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('which folder?')
const pglite = await PGlite.create(folder, ENGINE_OPTIONS)
await pglite.close()
