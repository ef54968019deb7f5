/** A process of the product, under its supervisor. */
import { runRoleProcess } from './run-role-process.ts'

await runRoleProcess()
