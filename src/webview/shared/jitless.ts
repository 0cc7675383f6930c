import * as z from 'zod/mini';

// Every entry imports this first: zod would otherwise try `new Function`, which the content security policy reports.
z.config({ jitless: true });
