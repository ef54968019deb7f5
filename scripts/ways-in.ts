/** Writes docs/ways-in.md; format it afterwards. */
import { writeFileSync } from 'node:fs'
import { writePage } from './ways-in/page.ts'

writeFileSync('docs/ways-in.md', writePage())
