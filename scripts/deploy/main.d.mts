/** @param args as they stand behind `npm run deploy --`; sets the exit code of the process where it fails */
export declare function main(args: string[]): Promise<void>;
