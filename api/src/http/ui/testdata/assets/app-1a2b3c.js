console.log("a script that repeats itself, a script that repeats itself");
