import { runRoleProcess } from './run-role-process.ts'

await runRoleProcess()
